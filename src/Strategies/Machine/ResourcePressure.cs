using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>Time in which at least one task waited for a resource: PSI of the kernel, /proc/pressure.</summary>
internal static class ResourcePressure
{
    /// <summary>The file of a resource: "cpu", "memory" or "io".</summary>
    public static string Path(string resource) => $"/proc/pressure/{resource}";

    /// <summary>
    /// Seconds since the machine was started; null for kernels without PSI. The first line is "some avg10=… avg60=… avg300=…
    /// total=&lt;µs&gt;".
    /// </summary>
    public static double? Seconds(SystemFiles files, string resource) =>
        files.Lines(Path(resource)) is [var first, ..]
        && first.IndexOf("total=", StringComparison.Ordinal) is >= 0 and var at
        && double.TryParse(first.AsSpan(at + "total=".Length), CultureInfo.InvariantCulture, out double microseconds)
            ? microseconds / 1e6
            : null;
}
