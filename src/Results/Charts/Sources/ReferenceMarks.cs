using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Turns times to compare with into lines.</summary>
internal static class ReferenceMarks
{
    /// <summary>A dotted line through <paramref name="value"/> of each reference point.</summary>
    public static LineMark Of(ReferenceLine reference, Func<ReferencePoint, double> value, Func<double, string> text) => new()
    {
        Name = reference.Name,
        Series = null,
        HasLabel = true,
        Tip = reference.Name,
        Points = [.. reference.Points.Select(point => new LinePoint(point.SizeBytes, value(point))
        {
            Tip = $"{reference.Name}, {SizeText.Of(point.SizeBytes)}: {text(value(point))} ({point.Source})",
        })],
    };
}
