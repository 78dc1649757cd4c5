using System.Globalization;

namespace FileTransfer.Strategies;

/// <summary>A number of bytes as people write it: K, M and G are powers of 1024.</summary>
/// <param name="Bytes">Number of bytes, 0 or more.</param>
public readonly record struct ByteSize(long Bytes) : IComparable<ByteSize>
{
    private static readonly (string Suffix, long Factor)[] s_units = [("G", 1L << 30), ("M", 1L << 20), ("K", 1L << 10)];

    /// <summary>Reads <c>1500</c>, <c>64K</c>, <c>10M</c> or <c>1G</c>, in either case.</summary>
    public static bool TryParse(string text, out ByteSize size)
    {
        string digits = text.Trim();
        long factor = 1;
        foreach ((string suffix, long unit) in s_units)
        {
            if (digits.EndsWith(suffix, StringComparison.OrdinalIgnoreCase))
            {
                digits = digits[..^suffix.Length];
                factor = unit;
                break;
            }
        }

        bool valid = long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long count) && count <= long.MaxValue / factor;
        size = new ByteSize(valid ? count * factor : 0);
        return valid;
    }

    /// <inheritdoc/>
    public int CompareTo(ByteSize other) => Bytes.CompareTo(other.Bytes);

    /// <summary>The shortest exact spelling, which <see cref="TryParse"/> reads back: 1048576 bytes are <c>1M</c>, 1500 are <c>1500</c>.</summary>
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
