using System.Globalization;
using FileTransfer.Harness.Charts.Model;
using FileTransfer.Harness.Errors;

namespace FileTransfer.Harness.Charts.Sources;

/// <summary>
/// Reads what native programs printed: lines of <c>strategy,size,drain,no-delay,header,iterations,min,p50,p99,max,…</c>, times in µs.
/// </summary>
internal static class FloorFile
{
    private const int SizeColumn = 1;
    private const int MedianColumn = 7;
    private const double NanosecondsPerMicrosecond = 1000;

    /// <summary>The lowest median at each size.</summary>
    /// <exception cref="UsageException">The file cannot be read or holds something else.</exception>
    public static ReferenceLine Read(string path)
    {
        string[] lines;
        try
        {
            lines = File.ReadAllLines(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--floor: '{path}' cannot be read: {exception.Message}");
        }

        return new ReferenceLine(
            "native floor",
            [
                .. Points(path, lines)
                    .GroupBy(point => point.SizeBytes)
                    .OrderBy(group => group.Key)
                    .Select(group => group.MinBy(point => point.MedianNanoseconds)!),
            ]);
    }

    private static List<ReferencePoint> Points(string path, string[] lines)
    {
        List<ReferencePoint> points = [];
        for (int number = 1; number <= lines.Length; number++)
        {
            string[] fields = lines[number - 1].Split(',');
            bool isHeader = number == 1 && fields.Length > 1 && fields[SizeColumn].Trim() == "size";
            if (isHeader || string.IsNullOrWhiteSpace(lines[number - 1]))
            {
                continue;
            }

            if (fields.Length <= MedianColumn
                || !long.TryParse(fields[SizeColumn], NumberStyles.None, CultureInfo.InvariantCulture, out long size)
                || !double.TryParse(fields[MedianColumn], NumberStyles.Float, CultureInfo.InvariantCulture, out double median)
                || !(median > 0) || !double.IsFinite(median) || size == 0)
            {
                throw new UsageException(
                    $"--floor: line {number} of '{path}' is not 'strategy,size,drain,no-delay,header,iterations,min,p50,p99,max,…' with "
                    + $"times in µs: '{lines[number - 1]}'");
            }

            points.Add(new ReferencePoint(size, median * NanosecondsPerMicrosecond, fields[0].Trim()));
        }

        return points.Count > 0 ? points : throw new UsageException($"--floor: '{path}' holds no times");
    }
}
