using System.Globalization;

namespace FileTransfer.Server.Downloads;

/// <summary>The part of a file that a request asks for (RFC 9110, 14).</summary>
/// <param name="Offset">Offset of its first byte.</param>
/// <param name="Count">Number of its bytes.</param>
/// <param name="IsWhole">True when the whole file is sent because no range was asked for, or it was ignored.</param>
internal readonly record struct ByteRange(long Offset, long Count, bool IsWhole)
{
    private const string Unit = "bytes=";

    /// <summary>All of a file of so many bytes.</summary>
    public static ByteRange Whole(long length) => new(0, length, IsWhole: true);

    /// <summary>Reads the value of a header Range.</summary>
    /// <param name="header">The value, or null when there is no such header.</param>
    /// <param name="length">Length of the file, in bytes.</param>
    /// <param name="range">The part to send; the whole file when the header is to be ignored.</param>
    /// <returns>False for a range that is malformed, reversed or beyond the end: the answer is 416.</returns>
    /// <remarks>
    /// Another unit is ignored, as it must be. Several ranges are ignored as well, as a server may (RFC 9110, 14.2): the whole file is
    /// an answer that every client understands, and costs no more than what was asked for.
    /// </remarks>
    public static bool TryRead(string? header, long length, out ByteRange range)
    {
        range = Whole(length);
        if (header?.StartsWith(Unit, StringComparison.OrdinalIgnoreCase) != true || header.Contains(',', StringComparison.Ordinal))
        {
            return true;
        }

        ReadOnlySpan<char> text = header.AsSpan(Unit.Length).Trim(" \t");
        int dash = text.IndexOf('-');
        if (dash < 0)
        {
            return false;
        }

        ReadOnlySpan<char> first = text[..dash];
        ReadOnlySpan<char> last = text[(dash + 1)..];
        if (first.IsEmpty)
        {
            // The last so many bytes, or all where there are fewer.
            long wanted = Number(last);
            range = new ByteRange(Math.Max(0, length - wanted), Math.Min(wanted, length), IsWhole: false);
            return range.Count > 0;
        }

        long start = Number(first);
        long end = last.IsEmpty ? length - 1 : Math.Min(Number(last), length - 1);
        range = new ByteRange(start, end - start + 1, IsWhole: false);
        return start >= 0 && start < length && end >= start;
    }

    /// <summary>A number of decimal digits; the largest there is when it has too many, −1 when it is none.</summary>
    private static long Number(ReadOnlySpan<char> digits) =>
        digits.IsEmpty || digits.ContainsAnyExceptInRange('0', '9')
            ? -1
            : long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : long.MaxValue;
}
