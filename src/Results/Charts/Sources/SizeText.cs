using System.Globalization;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Formats sizes for axes and sentences.</summary>
internal static class SizeText
{
    private const int LongestExact = 5;

    /// <summary>The exact size when it is short, else rounded: <c>64K</c>, <c>1500</c>, <c>1.18M</c>.</summary>
    public static string Of(long bytes)
    {
        string exact = new ByteSize(bytes).ToString();
        if (exact.Length <= LongestExact)
        {
            return exact;
        }

        (double factor, string unit) = bytes switch
        {
            >= 1L << 30 => (1L << 30, "G"),
            >= 1L << 20 => (1L << 20, "M"),
            _ => (1024d, "K"),
        };
        return (bytes / factor).ToString("0.##", CultureInfo.InvariantCulture) + unit;
    }

    /// <summary>A size as a part of a file's name, exact and therefore unique.</summary>
    public static string ForName(long bytes) => new ByteSize(bytes).ToString().ToLowerInvariant();

    /// <summary>
    /// Several sizes with a preposition. Neighbours in <paramref name="all"/>, the ascending sizes of the run, become a range.
    /// </summary>
    public static string At(IReadOnlyCollection<long> sizes, IReadOnlyList<long> all)
    {
        if (sizes.Count == all.Count && all.Count > 1)
        {
            return "at every size";
        }

        List<string> parts = [];
        int index = 0;
        while (index < all.Count)
        {
            int end = index;
            while (end < all.Count && sizes.Contains(all[end]))
            {
                end++;
            }

            if (end - index >= 3)
            {
                parts.Add($"from {Of(all[index])} to {Of(all[end - 1])}");
            }
            else
            {
                parts.AddRange(Enumerable.Range(index, end - index).Select(place => Of(all[place])));
            }

            index = end + 1;
        }

        string words = Words(parts);
        return words.StartsWith("from ", StringComparison.Ordinal) ? words : $"at {words}";
    }

    /// <summary>Items joined by commas and 'and'.</summary>
    public static string Words(IReadOnlyList<string> items) =>
        items.Count <= 1 ? string.Concat(items) : $"{string.Join(", ", items.SkipLast(1))} and {items[^1]}";
}
