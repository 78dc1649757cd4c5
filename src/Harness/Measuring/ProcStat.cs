using System.Globalization;

namespace FileTransfer.Harness.Measuring;

/// <summary>Reads the line of all processors in proc_stat(5).</summary>
internal static class ProcStat
{
    /// <summary>USER_HZ, in which it counts; 100 on every architecture that .NET runs on.</summary>
    public const double TicksPerSecond = 100;

    /// <summary>Place of "steal": time that the hypervisor gave to others.</summary>
    public const int Steal = 7;

    /// <summary>Number of fields that make up all time: those of guests, which follow, are part of "user" and "nice".</summary>
    public const int Exclusive = 8;

    /// <summary>The fields in order: user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice.</summary>
    public static double[] Ticks(string line) =>
        [.. line
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Select(field => double.Parse(field, CultureInfo.InvariantCulture))];

    /// <summary>Time in which something ran: all but idle, iowait and steal.</summary>
    public static double Busy(double[] ticks) => ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
}
