using System.Globalization;

namespace FileTransfer.Harness.Checks;

/// <summary>Reads the line of all processors in proc_stat(5).</summary>
internal static class ProcStat
{
    public const string Path = "/proc/stat";

    /// <summary>USER_HZ, the unit of the fields: 100 on every architecture that .NET supports.</summary>
    public const double TicksPerSecond = 100;

    /// <summary>Index of "steal": time that the hypervisor gave to other machines.</summary>
    public const int Steal = 7;

    /// <summary>Number of fields that add up to the total time; the fields of guests after them are part of "user" and "nice".</summary>
    public const int Exclusive = 8;

    /// <summary>The fields in order: user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice.</summary>
    public static double[] Ticks(string line) =>
        [.. line
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Select(field => double.Parse(field, CultureInfo.InvariantCulture))];

    /// <summary>The fields of all processors together; null where they are unknown.</summary>
    public static double[]? AllProcessors(SystemFiles files) =>
        files.Lines(Path) is [var first, ..] && Ticks(first) is { Length: > Steal } ticks ? ticks : null;

    /// <summary>Busy time: everything except idle, iowait and steal.</summary>
    public static double Busy(double[] ticks) => ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];

    /// <summary>All time.</summary>
    public static double All(double[] ticks) => ticks.Take(Exclusive).Sum();
}
