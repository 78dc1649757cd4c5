using System.CommandLine;
using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>The option that names the sizes of a run, and the files that follow from it.</summary>
internal sealed class SizeRunOptions
{
    private readonly RunOption<string[]> _sizes = new("--sizes", "--size")
    {
        Description = "Payload sizes, such as 1K,1.5M,10M (powers of 1024); repeat the option to add more. Default: the scenario's.",
        Value = plan => RunOptions.IsGenerated(plan) ? SizesOf(plan) : null,
        Shown = SizesOf,
    };

    public IEnumerable<Option> All => [_sizes];

    /// <summary>True when sizes are named.</summary>
    public bool IsGiven(ParseResult result) => OptionValues.IsGiven(result, _sizes);

    /// <summary>The files of a run: the user's own, or one for each size.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="file">The user's file, or null.</param>
    /// <param name="scenario">Names the sizes when the user does not.</param>
    /// <param name="strategies">What is measured.</param>
    /// <param name="content">What generated files are made of.</param>
    /// <exception cref="UsageException">A size is none, no strategy takes it, or a file has its own.</exception>
    public IReadOnlyList<SizedPayload> Read(
        ParseResult result, string? file, Scenario scenario, IReadOnlyList<StrategyDescriptor> strategies, PayloadContent content)
    {
        if (file is not null)
        {
            return IsGiven(result)
                ? throw new UsageException("the file given with --file has its own size; leave --sizes out")
                : [PayloadStore.FromFile(file)];
        }

        ByteSize[] sizes = IsGiven(result)
            ? [.. result.GetRequiredValue(_sizes).SelectMany(OptionValues.Split).Select(OptionValues.ReadSize).Distinct().Order()]
            : DefaultSizes(scenario, strategies);
        if (sizes.Length == 0)
        {
            throw new UsageException("--sizes: name at least one size, such as 1K,100K,10M");
        }

        RunOptions.ThrowIfNotTaken(strategies, sizes);
        return [.. sizes.Select(size => PayloadStore.Get(size, content))];
    }

    /// <summary>The scenario's sizes that at least one strategy accepts; all of them when none is accepted.</summary>
    private static ByteSize[] DefaultSizes(Scenario scenario, IReadOnlyList<StrategyDescriptor> strategies)
    {
        ByteSize[] taken = [.. scenario.Sizes
            .Where(size => strategies.Any(strategy => strategy.Delivers && strategy.AcceptedSizes.Include(size.Bytes)))];
        return taken.Length > 0 ? taken : [.. scenario.Sizes];
    }

    private static string SizesOf(RunPlan plan) => string.Join(',', plan.Payloads.Select(payload => payload.Label));
}
