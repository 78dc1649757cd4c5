using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>Reads sizes with their weights: <c>1K:90,1M:10</c> is nine small files for each large one.</summary>
internal static class SizeWeights
{
    private const int MostSizes = 16;
    private const double HighestWeight = 1e6;

    /// <summary>True for more than one size, or one with a weight.</summary>
    public static bool IsMix(string text) => text.AsSpan().IndexOfAny(',', ':') >= 0;

    /// <summary>The sizes, each once, and their weights; a size alone has the weight 1.</summary>
    /// <exception cref="UsageException">A size or a weight is invalid.</exception>
    public static IReadOnlyList<(ByteSize Size, double Weight)> Read(string text)
    {
        (ByteSize Size, double Weight)[] sizes = [.. OptionValues.Split(text).Select(ReadOne)];
        return sizes.Length is >= 1 and <= MostSizes && sizes.Select(size => size.Size).Distinct().Count() == sizes.Length
            ? sizes
            : throw new UsageException($"--sizes: '{text}' should have 1 to {MostSizes} sizes, each once, such as 1K:90,1M:10");
    }

    private static (ByteSize Size, double Weight) ReadOne(string text) => text.Split(':') switch
    {
        [var size] => (OptionValues.ReadSize(size), 1),
        [var size, var weight]
            when double.TryParse(weight, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number)
            && number is > 0 and <= HighestWeight => (OptionValues.ReadSize(size), number),
        _ => throw new UsageException($"--sizes: '{text}' is no size with a weight above 0; write 1K:90"),
    };
}
