using FileTransfer.Harness.Launching;
using FileTransfer.Results;

namespace FileTransfer.Harness.Rounds;

/// <summary>The launches and the measurement of one case during a run.</summary>
internal sealed class CaseBook(PlannedCase planned)
{
    private readonly List<LaunchRecord> _records = [];
    private readonly List<LaunchOutput> _outputs = [];
    private string? _breakdown;

    public PlannedCase Planned => planned;

    /// <summary>Output of its launches, in order.</summary>
    public IReadOnlyList<LaunchOutput> Outputs => _outputs;

    /// <summary>Records of its launches, in order.</summary>
    public IReadOnlyList<LaunchRecord> Records => _records;

    /// <summary>Why a launch broke down without recording a reason itself; null when none did. The first reason counts.</summary>
    public string? Breakdown
    {
        get => _breakdown;
        set => _breakdown ??= value;
    }

    /// <summary>The measurement after the last launch.</summary>
    public Measurement? Measurement { get; set; }

    /// <summary>True once a launch has failed: the case is not measured again.</summary>
    public bool HasFailed => Measurement is { Outcome: not Outcome.Measured };

    /// <summary>True for a measurement of this case.</summary>
    public bool IsOf(Measurement measurement) =>
        measurement.Strategy == planned.Strategy.Id
            && measurement.Transport == planned.Transport
            && measurement.SizeBytes == planned.Payload.Payload.Length;

    /// <summary>Adopts the launches of an earlier run, if there are any.</summary>
    public void Resume(Measurement? earlier)
    {
        if (earlier is not null)
        {
            Measurement = earlier;
            _records.AddRange(earlier.Launches.Select(launch => new LaunchRecord { Launch = launch }));
        }
    }

    /// <summary>Adds a launch; <paramref name="record"/> is null when it wrote none.</summary>
    public void Add(LaunchOutput output, LaunchRecord? record)
    {
        _outputs.Add(output);
        if (record is not null)
        {
            _records.Add(record);
        }
    }
}
