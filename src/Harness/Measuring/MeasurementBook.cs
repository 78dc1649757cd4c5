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

    private readonly Dictionary<(string Strategy, string Size), Measurement> _measurements = [];
    private int _started;

    /// <summary>Id of the strategy the others are compared with.</summary>
    public string? Baseline => plan.Baseline;

    public static StrategyDescriptor StrategyOf(BenchmarkCase benchmark) =>
        StrategyCatalog.Find((string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Strategy)]);

    public static string SizeOf(BenchmarkCase benchmark) => (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Size)];

    /// <summary>The measurement of a case, or null before it has ended.</summary>
    public Measurement? Find(BenchmarkCase benchmark) => _measurements.GetValueOrDefault((StrategyOf(benchmark).Id, SizeOf(benchmark)));

    /// <summary>What a delivering measurement is compared with: the baseline at the same size, if that was measured.</summary>
    public Measurement? BaselineFor(Measurement measurement) =>
        StrategyCatalog.Find(measurement.Strategy).Delivers
            ? _measurements.Values.FirstOrDefault(candidate => candidate.Outcome == Outcome.Measured && candidate.Strategy == Baseline && candidate.SizeBytes == measurement.SizeBytes)
            : null;

    public void ReportUnsupported()
    {
        foreach (StrategyDescriptor strategy in plan.Strategies.Except(plan.Available))
        {
            foreach (SizedPayload payload in plan.Payloads)
            {
                Add(payload.Label, assembler.Unsupported(strategy, payload));
            }
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

        observer.Starting(StrategyOf(benchmark).Id, SizeOf(benchmark), ++_started, plan.Available.Count() * plan.Payloads.Count);
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

        StrategyDescriptor strategy = StrategyOf(benchmark);
        SizedPayload payload = plan.Payloads.First(candidate => candidate.Label == SizeOf(benchmark));
        Measurement measurement = assembler.Assemble(strategy, payload, breakdown);
        if (measurement.Outcome == Outcome.Failed && strategy.Delivers && !server.IsAlive)
        {
            measurement = measurement with { Reason = $"the server died: {measurement.Reason}" };
        }

        Add(payload.Label, measurement);
    }

    /// <summary>Marks what BenchmarkDotNet never got to, for which it has no event.</summary>
    public void ReportMissing(IEnumerable<Summary> summaries)
    {
        // Validation errors that are not critical stop nothing, so they explain nothing.
        Summary[] all = [.. summaries];
        string reason = all.SelectMany(summary => summary.ValidationErrors).Where(error => error.IsCritical).Select(error => error.Message).FirstOrDefault()
            ?? (all.SelectMany(summary => summary.Reports).Any(report => report.BuildResult is { IsBuildSuccess: false }) ? NotBuilt : "BenchmarkDotNet did not run it; see benchmarkdotnet.log");
        foreach (StrategyDescriptor strategy in plan.Available)
        {
            foreach (SizedPayload payload in plan.Payloads.Where(payload => !_measurements.ContainsKey((strategy.Id, payload.Label))))
            {
                Add(payload.Label, assembler.Assemble(strategy, payload, reason));
            }
        }
    }

    private void Add(string size, Measurement measurement)
    {
        _measurements[(measurement.Strategy, size)] = measurement;
        observer.Finished(measurement);
    }
}
