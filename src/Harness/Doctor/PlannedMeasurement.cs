using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>What is going to be measured on the machine that is examined.</summary>
internal sealed record PlannedMeasurement
{
    /// <summary>The server's machine and process; null without a server.</summary>
    public MachineFacts? Receiver { get; init; }

    /// <summary>Path of the file that is going to be sent; null when it is not known yet.</summary>
    public string? Payload { get; init; }

    /// <summary>Congestion control that an option chose; null for the system's.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>True when both ends are on this machine.</summary>
    public bool IsLoopback { get; init; } = true;
}
