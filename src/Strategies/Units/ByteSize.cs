using System.Globalization;

namespace FileTransfer.Strategies.Units;

/// <summary>A number of bytes, written with an optional unit. K, M and G are powers of 1024, and so are KB and KiB.</summary>
/// <param name="Bytes">Number of bytes, 0 or more.</param>
public readonly record struct ByteSize(long Bytes) : IComparable<ByteSize>, IComparable
{
    private static readonly (string Suffix, long Factor)[] s_units = [("G", 1L << 30), ("M", 1L << 20), ("K", 1L << 10)];

    /// <summary>Optional endings of a unit, the longest first.</summary>
    private static readonly string[] s_unitEndings = ["iB", "B", ""];

    /// <summary>
    /// Reads <c>1500</c>, <c>64K</c>, <c>64KB</c>, <c>64KiB</c>, <c>1.5M</c> or <c>1G</c>, in upper or lower case; a fraction must
    /// give a whole number of bytes.
    /// </summary>
    public static bool TryParse(string text, out ByteSize size)
    {
        string digits = text.Trim();
        long factor = 1;
        foreach ((string unit, long bytes) in s_units)
        {
            string? written = s_unitEndings
                .Select(ending => unit + ending)
                .FirstOrDefault(suffix => digits.EndsWith(suffix, StringComparison.OrdinalIgnoreCase));
            if (written is not null)
            {
                digits = digits[..^written.Length];
                factor = bytes;
                break;
            }
        }

        NumberStyles style = factor > 1 ? NumberStyles.AllowDecimalPoint : NumberStyles.None;
        bool valid = decimal.TryParse(digits, style, CultureInfo.InvariantCulture, out decimal count)
            && char.IsAsciiDigit(digits[0]) && char.IsAsciiDigit(digits[^1])
            && count <= (decimal)long.MaxValue / factor
            && decimal.IsInteger(count * factor);
        size = new ByteSize(valid ? (long)(count * factor) : 0);
        return valid;
    }

    /// <inheritdoc/>
    public int CompareTo(ByteSize other) => Bytes.CompareTo(other.Bytes);

    /// <inheritdoc/>
    /// <remarks>For those who sort values of any type.</remarks>
    public int CompareTo(object? obj) => obj switch
    {
        null => 1,
        ByteSize other => CompareTo(other),
        _ => throw new ArgumentException($"a size cannot be compared with a {obj.GetType().Name}", nameof(obj)),
    };

    /// <summary>
    /// The shortest exact text, which <see cref="TryParse"/> reads back: <c>1M</c> for 1048576 bytes, <c>1500</c> for 1500.
    /// </summary>
    public override string ToString()
    {
        foreach ((string suffix, long unit) in s_units)
        {
            if (Bytes >= unit && Bytes % unit == 0)
            {
                return (Bytes / unit).ToString(CultureInfo.InvariantCulture) + suffix;
            }
        }

        return Bytes.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Compares by number of bytes.</summary>
    public static bool operator <(ByteSize left, ByteSize right) => left.Bytes < right.Bytes;

    /// <summary>Compares by number of bytes.</summary>
    public static bool operator >(ByteSize left, ByteSize right) => left.Bytes > right.Bytes;

    /// <summary>Compares by number of bytes.</summary>
    public static bool operator <=(ByteSize left, ByteSize right) => left.Bytes <= right.Bytes;

    /// <summary>Compares by number of bytes.</summary>
    public static bool operator >=(ByteSize left, ByteSize right) => left.Bytes >= right.Bytes;
}
