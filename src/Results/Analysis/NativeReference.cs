using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>Strategies of a run, at one size, beside the ways of the native reference that make the same calls.</summary>
/// <param name="SizeBytes">Payload length in bytes.</param>
/// <param name="Pairs">Every pair whose two sides were measured, in the order of the run; at least one.</param>
internal sealed record NativeReference(long SizeBytes, IReadOnlyList<NativePair> Pairs)
{
    /// <summary>Explanation of the tables.</summary>
    public const string Explanation =
        "The native reference is a program in C, native/reference.c. Each of its ways makes the calls of one strategy, and both are "
        + "measured in the same rounds, against the same servers. The first table compares the fastest of each side, chosen among equally "
        + "many; in the second each strategy stands beside its counterpart. 'times as long' is the time of the strategy divided by that of "
        + "the native way. Its interval is one of those that all comparisons of the run share, so that it holds for the pair that was "
        + "chosen as well.";

    /// <summary>Headers of the table of the fastest; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> FastestHeaders { get; } =
    [
        "size", "pairs", "fastest strategy", ">P50 (95 % CI)", "fastest native way", ">P50 (95 % CI)",
        ">times as long (95 % CI)", "the strategy is",
    ];

    /// <summary>Headers of the table of all pairs; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> PairHeaders { get; } =
        ["size", "strategy", ">P50 (95 % CI)", "native way", ">P50 (95 % CI)", ">times as long (95 % CI)", "the strategy is"];

    /// <summary>The strategy with the lowest median.</summary>
    public Measurement FastestStrategy => Pairs.MinBy(pair => pair.Strategy.Statistics!.P50)!.Strategy;

    /// <summary>The native way with the lowest median.</summary>
    public Measurement FastestNative => Pairs.MinBy(pair => pair.Native.Statistics!.P50)!.Native;

    /// <summary>The sizes of a run, ascending; empty for a run without the native reference.</summary>
    public static IReadOnlyList<NativeReference> Of(RunResult run) => [.. run.ByPlacement.SelectMany(OfOne)];

    private static IEnumerable<NativeReference> OfOne(RunResult run)
    {
        Measurement[] measured =
            [.. run.Measurements.Where(measurement => measurement is { Outcome: Outcome.Measured, Statistics: not null })];
        return
        [
            .. from native in measured.Where(Verdicts.IsNative)
               join strategy in measured
                   on (native.Dimensions.Counterpart!, native.SizeBytes, native.Transport, native.Placement)
                   equals (strategy.Strategy, strategy.SizeBytes, strategy.Transport, strategy.Placement)
               group new NativePair(strategy, native) by native.SizeBytes into pairs
               orderby pairs.Key
               select new NativeReference(pairs.Key, [.. pairs]),
        ];
    }

    /// <summary>The table of the fastest, a row for each size.</summary>
    public static IEnumerable<IReadOnlyList<string>> FastestRows(RunResult run) => Of(run).Select(IReadOnlyList<string> (size) =>
    [
        Size(run, size),
        size.Pairs.Count.ToString(CultureInfo.InvariantCulture),
        .. new NativePair(size.FastestStrategy, size.FastestNative).Cells(run),
    ]);

    /// <summary>The table of all pairs.</summary>
    public static IEnumerable<IReadOnlyList<string>> PairRows(RunResult run) =>
        Of(run).SelectMany(size => size.Pairs.Select(IReadOnlyList<string> (pair) => [Size(run, size), .. pair.Cells(run)]));

    private static string Size(RunResult run, NativeReference reference) =>
        new ReportRow(run, reference.Pairs[0].Strategy).Size;
}

/// <summary>A strategy and a native way at one size.</summary>
/// <param name="Strategy">Measurement of the strategy.</param>
/// <param name="Native">Measurement of the native way.</param>
internal sealed record NativePair(Measurement Strategy, Measurement Native)
{
    private const string None = "–";

    /// <summary>Cells of the row: both names, both times and their ratio.</summary>
    public IReadOnlyList<string> Cells(RunResult run)
    {
        Comparison? comparison = Comparisons.Of(run).Between(Strategy, Native);
        return
        [
            Strategy.Strategy,
            Median(Strategy),
            Native.Strategy,
            Median(Native),
            comparison switch
            {
                null => None,
                { Interval: { } interval } => $"{RatioText.Of(comparison.Ratio)} ({RatioText.Ends(interval)})",
                _ => $"{RatioText.Of(comparison.Ratio)} (no CI)",
            },
            comparison is null ? None : RatioText.Word(comparison.Inverted.Verdict),
        ];
    }

    private static string Median(Measurement measurement) =>
        Nanoseconds.WithInterval(measurement.Statistics!.P50, measurement.Statistics.MedianInterval);
}
