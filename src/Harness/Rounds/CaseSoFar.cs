using FileTransfer.Results;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Rounds;

/// <summary>The launches of one case during a run.</summary>
internal sealed class CaseSoFar(PlannedCase planned)
{
    private readonly List<LaunchRecord> _records = [];
    private readonly List<LaunchOutput> _outputs = [];

    public PlannedCase Planned => planned;

    /// <summary>Output of its launches, in order.</summary>
    public IReadOnlyList<LaunchOutput> Outputs => _outputs;

    /// <summary>Records of its launches, in order.</summary>
    public IReadOnlyList<LaunchRecord> Records => _records;

    /// <summary>Why a launch broke down without recording a reason itself; null when none did.</summary>
    public string? Breakdown { get; private set; }

    /// <summary>Says why a launch broke down, or null; the first reason counts.</summary>
    public void BreakDown(string? reason) => Breakdown ??= reason;

    /// <summary>Adopts the launches of an earlier run.</summary>
    public void Resume(Measurement earlier) =>
        _records.AddRange(earlier.Launches.Select(launch => new LaunchRecord { Launch = launch }));

    /// <summary>Adds a launch.</summary>
    public void Add(FinishedLaunch launch)
    {
        _outputs.Add(launch.Output);
        if (launch.Record is { } record)
        {
            _records.Add(record);
        }
    }
}
