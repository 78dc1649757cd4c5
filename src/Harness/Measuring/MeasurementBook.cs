using System.Globalization;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies;
using Measurement = FileTransfer.Harness.Results.Measurement;

namespace FileTransfer.Harness.Measuring;

/// <summary>Collects the measurement of each BenchmarkDotNet case as it ends, for the results and for its own table.</summary>
internal sealed class MeasurementBook(RunPlan plan, MeasurementAssembler assembler, ServerSupervisor server, IMeasurementObserver observer)
{
    private const string NotBuilt = "the sender program could not be built; see benchmarkdotnet.log";

    private readonly Dictionary<(string Strategy, string Transport, string Size), Measurement> _measurements = [];
    private int _started;

    /// <summary>Id of the strategy the others are compared with.</summary>
    public string? Baseline => plan.Baseline;

    /// <summary>Which of a run's cases BenchmarkDotNet speaks of.</summary>
    public static (string Strategy, string Transport, string Size) KeyOf(BenchmarkCase benchmark) => (
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Strategy)],
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Transport)],
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Size)]);

    /// <summary>The measurement of a case, or null before it has ended.</summary>
    public Measurement? Find(BenchmarkCase benchmark) => _measurements.GetValueOrDefault(KeyOf(benchmark));

    /// <summary>What a delivering measurement is compared with: the baseline at the same size, if that was measured.</summary>
    public Measurement? BaselineFor(Measurement measurement) =>
        StrategyCatalog.Find(measurement.Strategy).Delivers
            ? _measurements.Values.FirstOrDefault(candidate => candidate.Outcome == Outcome.Measured && candidate.Strategy == Baseline && candidate.SizeBytes == measurement.SizeBytes && candidate.Transport == measurement.Transport)
            : null;

    public void ReportUnsupported()
    {
        foreach (PlannedCase planned in plan.Cases.Except(plan.Available))
        {
            Add(planned, MeasurementAssembler.Unsupported(planned));
        }
    }

    public void Building() => observer.Building();

    public void Start(BenchmarkCase benchmark)
    {
        try
        {
            server.EnsureAliveAsync(CancellationToken.None).GetAwaiter().GetResult();
        }
        catch (ServerException)
        {
            // The launch will find no server and say so.
        }

        observer.Starting(Find(KeyOf(benchmark)), ++_started, plan.Available.Count);
    }

    public void End(BenchmarkCase benchmark, BenchmarkReport report)
    {
        string? breakdown = null;
        if (!report.Success)
        {
            breakdown = report.BuildResult is { IsBuildSuccess: false }
                ? NotBuilt
                : $"a sender process ended with exit code {report.ExecuteResults.LastOrDefault()?.ExitCode?.ToString(CultureInfo.InvariantCulture) ?? "unknown"}; see benchmarkdotnet.log";
        }

        PlannedCase planned = Find(KeyOf(benchmark));
        Measurement measurement = assembler.Assemble(planned, breakdown);
        if (measurement.Outcome == Outcome.Failed && planned.Strategy.Delivers && !server.IsAlive)
        {
            measurement = measurement with { Reason = $"the server died: {measurement.Reason}" };
        }

        Add(planned, measurement);
    }

    /// <summary>Marks what BenchmarkDotNet never got to, for which it has no event.</summary>
    public void ReportMissing(IEnumerable<Summary> summaries)
    {
        // Validation errors that are not critical stop nothing, so they explain nothing.
        Summary[] all = [.. summaries];
        string reason = all.SelectMany(summary => summary.ValidationErrors).Where(error => error.IsCritical).Select(error => error.Message).FirstOrDefault()
            ?? (all.SelectMany(summary => summary.Reports).Any(report => report.BuildResult is { IsBuildSuccess: false }) ? NotBuilt : "BenchmarkDotNet did not run it; see benchmarkdotnet.log");
        foreach (PlannedCase planned in plan.Available.Where(planned => !_measurements.ContainsKey(planned.Key)))
        {
            Add(planned, assembler.Assemble(planned, reason));
        }
    }

    private PlannedCase Find((string Strategy, string Transport, string Size) key) => plan.Available.First(planned => planned.Key == key);

    private void Add(PlannedCase planned, Measurement measurement)
    {
        _measurements[planned.Key] = measurement;
        observer.Finished(measurement);
    }
}
