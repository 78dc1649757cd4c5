using System.Globalization;
using FileTransfer.Harness.Rounds;

namespace FileTransfer.Harness.Commands;

/// <summary>Describes a run: its effective options, and the command line that repeats it.</summary>
internal static class RunDescription
{
    /// <summary>Name of the option for TCP's congestion control.</summary>
    public const string CongestionControl = "congestion-control";

    /// <summary>Value of an option that was left to the system.</summary>
    public const string SystemDefault = "system";

    private static readonly IRunOption[] s_options = [.. new BenchOptions().All.OfType<IRunOption>()];

    /// <summary>The effective options of a plan, by name.</summary>
    public static SortedDictionary<string, string> Effective(RunPlan plan)
    {
        var all = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["baseline-rule"] = plan.BaselineRule,
            ["benchmarkdotnet-arguments"] = string.Join(' ', plan.BenchmarkDotNetArguments),
            ["warmup-ms"] = plan.Profile.Warmup.TotalMilliseconds.ToString(CultureInfo.InvariantCulture),
        };
        foreach (IRunOption option in s_options)
        {
            if (option.EffectiveIn(plan) is { } value)
            {
                all[option.Name[2..]] = value;
            }
        }

        return all;
    }

    /// <summary>The command line that repeats a run.</summary>
    public static string CommandLineOf(RunPlan plan) => string.Join(' ', [
        "filetransfer bench",
        .. s_options.Select(option => option.WordsOf(plan)).OfType<string>(),
        .. plan.BenchmarkDotNetArguments.Count > 0 ? ["--", .. plan.BenchmarkDotNetArguments] : (string[])[],
    ]);
}
