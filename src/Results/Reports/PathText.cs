using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>Writes what TCP sees of a path, as a sentence without a full stop.</summary>
internal static class PathText
{
    /// <summary>Round trip, packets, and over a network the rate of a large frame.</summary>
    public static string Of(NetworkPath path)
    {
        string rate = path.MBps is { } speed ? $", a large frame at {Digits.Significant(speed, 3)} MB/s" : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"The path, as TCP sees it: round trip {new Nanoseconds(path.RoundTripMicroseconds * 1e3)}, ")
            + string.Create(CultureInfo.InvariantCulture, $"packets of up to {path.MtuBytes} bytes (segments of {path.SegmentBytes})")
            + rate;
    }
}
