using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Reports;

/// <summary>A measurement as a row of a table for people.</summary>
/// <param name="Run">The run it belongs to.</param>
/// <param name="Measurement">The measurement.</param>
internal sealed record ReportRow(RunResult Run, Measurement Measurement)
{
    /// <summary>What a strategy that delivers nothing is there for.</summary>
    public const string HarnessCost = "sends nothing: the harness's own cost";

    /// <summary>All measurements, sizes ascending, otherwise in the order of the run.</summary>
    public static IReadOnlyList<ReportRow> Of(RunResult run) =>
        [.. run.Measurements.OrderBy(measurement => measurement.SizeBytes).Select(measurement => new ReportRow(run, measurement))];

    /// <summary>True when there are numbers to show.</summary>
    public bool IsMeasured => Measurement is { Outcome: Outcome.Measured, Statistics: not null };

    /// <summary>True for a strategy that delivers nothing.</summary>
    public bool IsHarnessCost => !Verdicts.Delivers(Measurement);

    /// <summary>The payload's size as people write it.</summary>
    public string Size => new ByteSize(Measurement.SizeBytes).ToString();

    /// <summary>The strategy, with its transport when the run used several.</summary>
    public string Name
    {
        get
        {
            bool oneTransport = Run.Measurements.Where(Verdicts.Delivers).Select(other => other.Transport).Distinct().Count() == 1;
            return IsHarnessCost || oneTransport ? Measurement.Strategy : $"{Measurement.Strategy} over {Measurement.Transport}";
        }
    }

    /// <summary>How it ended, when there are no numbers.</summary>
    public string OutcomeName => Measurement.Outcome == Outcome.Unsupported ? "unsupported" : "failed";

    /// <summary>Why there are no numbers.</summary>
    public string Reason => Measurement.Reason ?? "no reason is known";
}
