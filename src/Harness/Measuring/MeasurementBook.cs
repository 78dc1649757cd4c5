using BenchmarkDotNet.Running;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies;
using Measurement = FileTransfer.Harness.Results.Measurement;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a run has measured and printed so far, case by case: for the results, and for BenchmarkDotNet's own files.</summary>
internal sealed class MeasurementBook(RunPlan plan)
{
    private readonly Dictionary<(string Strategy, string Transport, string Size), Measurement> _measurements = [];
    private readonly Dictionary<(string Strategy, string Transport, string Size), List<LaunchOutput>> _outputs = [];

    /// <summary>The run.</summary>
    public RunPlan Plan => plan;

    /// <summary>Which of a run's cases BenchmarkDotNet speaks of.</summary>
    public static (string Strategy, string Transport, string Size) KeyOf(BenchmarkCase benchmark) => (
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Strategy)],
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Transport)],
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Size)]);

    /// <summary>The measurement of a case, or null when there is none.</summary>
    public Measurement? Find(BenchmarkCase benchmark) => _measurements.GetValueOrDefault(KeyOf(benchmark));

    /// <summary>What the launches of a case printed, in their order.</summary>
    public IReadOnlyList<LaunchOutput> OutputsOf(BenchmarkCase benchmark) => _outputs.GetValueOrDefault(KeyOf(benchmark)) ?? [];

    /// <summary>What a delivering measurement is compared with: the baseline at the same size, if that was measured.</summary>
    public Measurement? BaselineFor(Measurement measurement) =>
        StrategyCatalog.Find(measurement.Strategy).Delivers
            ? _measurements.Values.FirstOrDefault(candidate => candidate.Outcome == Outcome.Measured && candidate.Strategy == plan.Baseline && candidate.SizeBytes == measurement.SizeBytes && candidate.Transport == measurement.Transport)
            : null;

    /// <summary>Keeps the measurement of a case.</summary>
    public void Add(PlannedCase planned, Measurement measurement) => _measurements[planned.Key] = measurement;

    /// <summary>Keeps what a launch of a case printed.</summary>
    public void Add(PlannedCase planned, LaunchOutput output)
    {
        if (!_outputs.TryGetValue(planned.Key, out List<LaunchOutput>? outputs))
        {
            _outputs[planned.Key] = outputs = [];
        }

        outputs.Add(output);
    }
}
