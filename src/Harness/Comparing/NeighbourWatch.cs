using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Comparing;

/// <summary>Measures how much of all processor time other processes use while one side is measured.</summary>
/// <remarks>
/// Launches record it as well, but the recorded part of a short launch is too short for the kernel's ticks of 10 ms. A side takes
/// seconds from the start of its program to the end.
/// </remarks>
/// <param name="read">Reads the processor time of all processes, this one's descendants being its own; null where it is unknown.</param>
internal sealed class NeighbourWatch(Func<ProcessorTime?> read)
{
    private ProcessorTime? _before;

    /// <summary>Watches this machine.</summary>
    public static NeighbourWatch OfThisMachine => new(() => ProcessorTime.Of(SystemFiles.OfThisMachine, Environment.ProcessId));

    /// <summary>Call before the side's program is started.</summary>
    public void Begin() => _before = read();

    /// <summary>Share of all processor time that others used since <see cref="Begin"/>; null where it is unknown.</summary>
    public double? End() => _before is { } before && read() is { } after && after.All > before.All ? after.ShareOfOthers(before) : null;
}
