using FileTransfer.Harness.Scenarios;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Native;
using FileTransfer.Sending;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Commands;

/// <summary>Chooses the strategies of a run from ids and globs.</summary>
internal static class StrategyChoice
{
    /// <summary>
    /// The strategies of a run: those that match, in the order of listings, their native counterparts, and <c>null</c>.
    /// </summary>
    /// <exception cref="UsageException">A pattern matches nothing, or nothing that can use a transport of the run.</exception>
    public static IReadOnlyList<StrategyDescriptor> Read(
        KnownStrategies known,
        IEnumerable<string> patterns,
        IReadOnlyList<string> transports,
        NativeProgram? native)
    {
        try
        {
            HashSet<StrategyDescriptor> chosen = [.. patterns.SelectMany(pattern => Match(known, pattern, transports))];

            // The harness's own cost is always measured.
            return
            [
                .. known.All.Where(strategy => !strategy.Delivers || chosen.Contains(strategy)),
                .. chosen.Where(strategy => StrategyVariant.IsNamedBy(strategy.Id)).DistinctBy(strategy => strategy.Id),
                .. native is null ? [] : Counterparts(native, [.. chosen.Select(strategy => strategy.Id)]),
            ];
        }
        catch (ArgumentException exception)
        {
            throw new UsageException(exception.Message);
        }
    }

    /// <summary>The native reference; null without a path.</summary>
    /// <exception cref="UsageException">It cannot be run, or the run does not use its transport.</exception>
    public static NativeProgram? ReadNative(string? path, IReadOnlyList<string> transports)
    {
        if (path is null)
        {
            return null;
        }

        try
        {
            return transports.Contains(Transport.Tcp)
                ? NativeProgram.Load(path)
                : throw new UsageException(
                    $"--native sends over tcp only, and this run measures {string.Join(", ", transports)}; add tcp to --transport");
        }
        catch (Exception exception) when (exception is InvalidDataException or ArgumentException)
        {
            throw new UsageException($"--native: {exception.Message}");
        }
    }

    /// <summary>Checks that the native reference can wait as the strategies do.</summary>
    /// <exception cref="UsageException">It cannot: figures of different waits do not compare.</exception>
    public static void ThrowIfNotNative(NativeProgram? native, Wait wait)
    {
        if (native is not null && wait.Mode == WaitMode.Learn)
        {
            throw new UsageException(
                "--native cannot --wait learn: the program blocks or polls. Measure it with --wait block, and with --wait poll");
        }
    }

    /// <summary>The baseline of a run, and the rule by which it was chosen.</summary>
    /// <exception cref="UsageException">It was asked for, and is not measured.</exception>
    public static (string? Baseline, string Rule) ReadBaseline(
        string? asked,
        IReadOnlyList<StrategyDescriptor> strategies,
        Scenario scenario)
    {
        string[] delivering = [.. strategies.Where(strategy => strategy.Delivers && !strategy.IsNative).Select(strategy => strategy.Id)];
        return asked is not null
            ? delivering.Contains(asked)
                ? (asked, VerdictNotes.Asked)
                : throw new UsageException(
                    $"--baseline: '{asked}' is not measured; choose one of the run's strategies: {string.Join(", ", delivering)}")
            : delivering.Contains(scenario.Baseline)
                ? (scenario.Baseline, VerdictNotes.OfScenario)
                : (delivering.FirstOrDefault(), VerdictNotes.First);
    }

    /// <summary>
    /// The baseline under a second id; null where there is nothing to compare, and where the baseline or its twin is a variant of the run.
    /// </summary>
    public static StrategyDescriptor? TwinOf(
        KnownStrategies known, string? baseline, IReadOnlyList<StrategyDescriptor> strategies) =>
        baseline is not null
        && !StrategyVariant.IsNamedBy(baseline)
        && strategies.Count(strategy => strategy.Delivers && !strategy.IsNative) > 1
        && strategies.All(strategy => strategy.Id != StrategyVariant.TwinOf(baseline))
            ? known.Find(StrategyVariant.TwinOf(baseline))
            : null;

    /// <summary>The native ways that make the same calls as the chosen strategies, so that both sides have equally many ways.</summary>
    private static StrategyDescriptor[] Counterparts(NativeProgram native, IReadOnlyList<string> chosen)
    {
        StrategyDescriptor[] ways = [.. native.Ways.Where(way => chosen.Contains(StrategyCatalog.Find(way.Dimensions.Counterpart!).Id))];
        string known = string.Join(", ", native.Ways.Select(way => way.Dimensions.Counterpart));
        return ways.Length > 0
            ? ways
            : throw new UsageException($"--native has no way that makes the calls of these strategies; it has them for {known}");
    }

    /// <summary>The strategies that match an id or a glob and support one of the transports.</summary>
    private static IReadOnlyList<StrategyDescriptor> Match(
        KnownStrategies known, string pattern, IReadOnlyList<string> transports)
    {
        IReadOnlyList<StrategyDescriptor> matches = known.Match(pattern);
        StrategyDescriptor[] fitting = [.. matches.Where(strategy => !strategy.Delivers || strategy.Transports.Any(transports.Contains))];
        return fitting.Length > 0
            ? fitting
            : throw new UsageException(
                $"{pattern} cannot use transport '{string.Join(',', transports)}'; it can use: "
                + $"{string.Join(", ", matches.SelectMany(strategy => strategy.Transports).Distinct())}");
    }
}
