using System.Buffers.Binary;
using System.IO.Compression;
using FileTransfer.Results;
using HdrHistogram;
using HdrHistogram.Utilities;

namespace FileTransfer.Harness.Load.Model;

/// <summary>
/// Histograms of nanoseconds with three significant digits, and their text: V2 of HdrHistogram's encoding, compressed, base64.
/// </summary>
internal static class LatencyHistogram
{
    private const long Longest = 3_600_000_000_000;
    private const int Digits = 3;

    /// <summary>Cookie of V2, compressed, with counts as ZigZag LEB128: HistogramEncoding of HdrHistogram.</summary>
    private const int CompressedCookie = 0x1c849304 | 0x10;

    private const int HeaderBytes = 8;

    // The header that is compressed with the counts: cookie, length, offset, digits, lowest, highest, ratio.
    private const int DigitsOffset = 12;
    private const int LowestOffset = 16;
    private const int HighestOffset = 24;
    private const int UnpackedHeaderBytes = 40;

    /// <summary>A hostile file must not unpack to more: 33 buckets of 1,024 counts of at most 9 bytes.</summary>
    private const int MostUnpacked = 1 << 20;

    /// <summary>An empty histogram, for up to an hour.</summary>
    public static LongHistogram Create() => new(1, Longest, Digits);

    /// <summary>Records a value, from 0 to an hour; a longer one counts as an hour.</summary>
    public static void Record(LongHistogram histogram, long nanoseconds) =>
        histogram.RecordValue(Math.Clamp(nanoseconds, 0, Longest));

    /// <summary>The value below which a share of the values lies, in nanoseconds, within three digits; 0 without a value.</summary>
    public static double Percentile(LongHistogram histogram, double percent) =>
        histogram.TotalCount == 0 ? 0 : histogram.GetValueAtPercentile(percent);

    /// <summary>Percentiles within three digits, with extremes and a mean that were counted exactly; null without a value.</summary>
    public static LatencySummary? Summary(LongHistogram histogram, double min, double max, double mean)
    {
        double At(double percent) => Math.Clamp(Percentile(histogram, percent), min, max);
        return histogram.TotalCount == 0 ? null : new LatencySummary(min, At(50), At(90), At(99), At(99.9), max, mean);
    }

    /// <summary>The delay that a histogram shows.</summary>
    public static DelayResult Delay(LongHistogram histogram, double max) => new(
        Math.Min(Percentile(histogram, 50), max), Math.Min(Percentile(histogram, 99), max), max, Encode(histogram));

    /// <summary>The text of a histogram.</summary>
    /// <remarks>
    /// The library ends its stream of zlib without the checksum of RFC 1950, and other readers of the encoding refuse that. So it is packed
    /// anew.
    /// </remarks>
    public static string Encode(LongHistogram histogram)
    {
        var buffer = ByteBuffer.Allocate(histogram.GetNeededByteBufferCapacity());
        byte[] packed = new byte[histogram.EncodeIntoCompressedByteBuffer(buffer)];
        buffer.Position = 0;
        for (int i = 0; i < packed.Length; i++)
        {
            packed[i] = buffer.Get();
        }

        using var whole = new MemoryStream();
        whole.Write(packed, 0, HeaderBytes);
        using (var counts = new ZLibStream(new MemoryStream(packed, HeaderBytes, packed.Length - HeaderBytes), CompressionMode.Decompress))
        using (var stream = new ZLibStream(whole, CompressionLevel.Optimal, leaveOpen: true))
        {
            counts.CopyTo(stream);
        }

        byte[] result = whole.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(result.AsSpan(sizeof(int)), result.Length - HeaderBytes);
        return Convert.ToBase64String(result);
    }

    /// <summary>The histogram of a text.</summary>
    /// <exception cref="FormatException">The text is no histogram with three digits.</exception>
    public static LongHistogram Decode(string text)
    {
        try
        {
            return Unpack(Convert.FromBase64String(text));
        }
        catch (Exception exception) when (exception is not (FormatException or OutOfMemoryException))
        {
            throw new FormatException($"a histogram cannot be read: {exception.Message}", exception);
        }
    }

    private static LongHistogram Unpack(byte[] packed)
    {
        if (packed.Length <= HeaderBytes || BinaryPrimitives.ReadInt32BigEndian(packed) != CompressedCookie)
        {
            throw new FormatException("a histogram is not in HdrHistogram's encoding V2, compressed");
        }

        using var source = new ZLibStream(new MemoryStream(packed, HeaderBytes, packed.Length - HeaderBytes), CompressionMode.Decompress);
        byte[] unpacked = new byte[MostUnpacked];
        int length = source.ReadAtLeast(unpacked, unpacked.Length, throwOnEndOfStream: false);
        // Looked at first: the header decides how much memory the histogram takes.
        bool isOurs = length is > UnpackedHeaderBytes and < MostUnpacked
            && BinaryPrimitives.ReadInt32BigEndian(unpacked.AsSpan(DigitsOffset)) == Digits
            && BinaryPrimitives.ReadInt64BigEndian(unpacked.AsSpan(LowestOffset)) == 1
            && BinaryPrimitives.ReadInt64BigEndian(unpacked.AsSpan(HighestOffset)) == Longest;
        return isOurs && HistogramEncoding.DecodeFromByteBuffer(ByteBuffer.Allocate(unpacked[..length]), 0) is LongHistogram found
            ? found
            : throw new FormatException($"a histogram is not one of 1 to {Longest} ns with {Digits} digits");
    }
}
