using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Measuring;

/// <summary>What is known of one case while a run goes on.</summary>
internal sealed class CaseBook(PlannedCase planned)
{
    private readonly List<LaunchRecord> _records = [];
    private readonly List<LaunchOutput> _outputs = [];
    private string? _breakdown;

    public PlannedCase Planned => planned;

    /// <summary>What its launches printed, in their order.</summary>
    public IReadOnlyList<LaunchOutput> Outputs => _outputs;

    /// <summary>What its launches recorded, in their order.</summary>
    public IReadOnlyList<LaunchRecord> Records => _records;

    /// <summary>Why a launch of it did not end well and could not tell itself; null when none broke down.</summary>
    public string? Breakdown
    {
        get => _breakdown;
        set => _breakdown ??= value;
    }

    /// <summary>The measurement so far, as of the last look.</summary>
    public Measurement? Measurement { get; set; }

    /// <summary>True once a launch of it has failed: it is not measured again.</summary>
    public bool HasFailed => Measurement is { Outcome: not Outcome.Measured };

    /// <summary>True for the measurement of this case in an earlier run.</summary>
    public bool IsOf(Measurement measurement) =>
        measurement.Strategy == planned.Strategy.Id && measurement.Transport == planned.Transport && measurement.SizeBytes == planned.Payload.Payload.Length;

    /// <summary>Takes over what an earlier run measured of it, if it did.</summary>
    public void Resume(Measurement? earlier)
    {
        if (earlier is not null)
        {
            Measurement = earlier;
            _records.AddRange(earlier.Launches.Select(launch => new LaunchRecord { Launch = launch }));
        }
    }

    /// <summary>Keeps a launch; <paramref name="record"/> is null when it left none.</summary>
    public void Add(LaunchOutput output, LaunchRecord? record)
    {
        _outputs.Add(output);
        if (record is not null)
        {
            _records.Add(record);
        }
    }
}
