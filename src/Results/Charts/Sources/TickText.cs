using System.Globalization;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Formats round values with their units, as short as possible.</summary>
internal static class TickText
{
    private static readonly (double Factor, string Unit)[] s_times = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")];
    private static readonly (double Factor, string Unit)[] s_bytes = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")];

    /// <summary>Nanoseconds: <c>10 µs</c>, <c>1 ms</c>.</summary>
    public static string Time(double nanoseconds) => In(s_times, nanoseconds);

    /// <summary>Bytes, in powers of 10: <c>100 B</c>, <c>10 kB</c>.</summary>
    public static string Bytes(double bytes) => In(s_bytes, bytes);

    /// <summary>MB per second: <c>10 MB/s</c>, <c>1000 MB/s</c>.</summary>
    public static string Rate(double megabytesPerSecond) => $"{megabytesPerSecond.ToString("0.######", CultureInfo.InvariantCulture)} MB/s";

    /// <summary>A number without a unit.</summary>
    public static string Number(double value) => value.ToString("#,0.######", CultureInfo.InvariantCulture);

    private static string In((double Factor, string Unit)[] units, double value)
    {
        (double factor, string unit) = units.FirstOrDefault(candidate => value >= candidate.Factor * 0.9999, units[^1]);
        return value == 0 ? "0" : $"{(value / factor).ToString("0.###", CultureInfo.InvariantCulture)} {unit}";
    }
}
