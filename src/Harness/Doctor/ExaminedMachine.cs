using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>What the checks look at: a machine, and what is going to be measured on it.</summary>
internal sealed record ExaminedMachine
{
    /// <summary>What the kernel says at the end of the examination.</summary>
    public required SystemFiles Files { get; init; }

    /// <summary>What the <see cref="Check.Counters"/> said at its start.</summary>
    public required SystemFiles Before { get; init; }

    /// <summary>Seconds in between; more than 0.</summary>
    public required double Seconds { get; init; }

    /// <summary>Experiments that show what something costs here.</summary>
    public required ITrials Trials { get; init; }

    /// <summary>This machine and process.</summary>
    public required MachineFacts Sender { get; init; }

    /// <summary>What Windows alone tells; null on other systems.</summary>
    public WindowsFacts? Windows { get; init; }

    /// <summary>Processors that this process may use.</summary>
    public required IReadOnlyList<int> Processors { get; init; }

    /// <summary>Id of this process: what it and its children use is not a neighbour's.</summary>
    public required int ProcessId { get; init; }

    /// <summary>What is going to be measured.</summary>
    public required PlannedMeasurement Planned { get; init; }

    /// <summary>Congestion control of the connections; the system's, unless an option chose another. Null where unknown.</summary>
    public string? CongestionControl => Planned.CongestionControl ?? Sender.DefaultCongestionControl;

    /// <summary>By how much a number has grown during the examination; null when it is unknown.</summary>
    /// <param name="number">Reads the number.</param>
    public double? Growth(Func<SystemFiles, double?> number) => number(Files) - number(Before);

    /// <summary>By how much a number of a file has grown per second; null when it is unknown.</summary>
    public double? PerSecond(string path) => Growth(files => files.Number(path)) / Seconds;

    /// <summary>By how much the number behind a name has grown per second; null when it is unknown.</summary>
    public double? PerSecond(string path, string name) => Growth(files => files.Number(path, name)) / Seconds;
}
