using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>A contender beside the baseline at every size, as Go's benchcmp prints two runs of a benchmark.</summary>
/// <param name="Old">The baseline, by id.</param>
/// <param name="New">The contender, by id.</param>
/// <param name="Transport">Transport of both, or null when the run used one only.</param>
/// <param name="Rows">Sizes at which both were measured, ascending.</param>
internal sealed record OldAndNew(string Old, string New, string? Transport, IReadOnlyList<OldAndNewRow> Rows)
{
    /// <summary>Explanation of the columns.</summary>
    public const string Explanation =
        "ns/op is the median time of all transfers; MB/s is payload divided by their mean time. Delta is the change of ns/op from "
        + "old to new, speedup is the new MB/s divided by the old.";

    /// <summary>Headers of the first table; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> TimeHeaders { get; } = ["size", ">old ns/op", ">new ns/op", ">delta"];

    /// <summary>Headers of the second table; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> RateHeaders { get; } = ["size", ">old MB/s", ">new MB/s", ">speedup"];

    /// <summary>Names of the compared strategies, and their transport.</summary>
    public string Title => $"{New} (new) against {Old} (old){(Transport is null ? string.Empty : $" over {Transport}")}";

    /// <summary>One entry per contender and transport with at least one measured size; none when the run names no contenders.</summary>
    public static IReadOnlyList<OldAndNew> Of(RunResult run) => [.. run.ByPlacement.SelectMany(OfOne)];

    private static IReadOnlyList<OldAndNew> OfOne(RunResult run)
    {
        Measurement[] measured = [.. run.Measurements
            .Where(measurement => measurement is { Outcome: Outcome.Measured, Statistics.ThroughputMBps: not null })];
        string[] transports = [.. measured.Select(measurement => measurement.Transport).Distinct()];
        return
        [
            .. from contender in run.Run.Contenders
               where contender != run.Run.Baseline
               from transport in transports
               let rows = RowsOf(run, measured, contender, transport)
               where rows.Length > 0
               select new OldAndNew(run.Run.Baseline!, contender, transports.Length == 1 ? null : transport, rows),
        ];
    }

    private static OldAndNewRow[] RowsOf(RunResult run, Measurement[] measured, string contender, string transport) =>
    [
        .. from before in measured
           where before.Strategy == run.Run.Baseline && before.Transport == transport
           join after in measured.Where(after => after.Strategy == contender
               && after.Transport == transport) on before.SizeBytes equals after.SizeBytes
           orderby before.SizeBytes
           select new OldAndNewRow(new ReportRow(run, before).Size, before.Statistics!, after.Statistics!),
    ];
}

/// <summary>One size of <see cref="OldAndNew"/>.</summary>
/// <param name="Size">The size as text.</param>
/// <param name="Old">Statistics of the baseline.</param>
/// <param name="New">Statistics of the contender.</param>
internal sealed record OldAndNewRow(string Size, MeasurementStatistics Old, MeasurementStatistics New)
{
    /// <summary>Cells of the first table.</summary>
    public IReadOnlyList<string> Times =>
    [
        Size,
        Text(Old.P50, "0"),
        Text(New.P50, "0"),
        Text((New.P50 - Old.P50) / Old.P50 * 100, "+0.00;-0.00;0.00") + "%",
    ];

    /// <summary>Cells of the second table.</summary>
    public IReadOnlyList<string> Rates =>
    [
        Size,
        Text(Old.ThroughputMBps!.Value, "0.00"),
        Text(New.ThroughputMBps!.Value, "0.00"),
        Text(New.ThroughputMBps.Value / Old.ThroughputMBps.Value, "0.00") + "x",
    ];

    private static string Text(double number, string format) => number.ToString(format, CultureInfo.InvariantCulture);
}
