namespace FileTransfer.Results.Charts.Drawing;

/// <summary>How a series looks: the same colour, dash and marker in every picture of a run.</summary>
internal static class SeriesStyle
{
    private static readonly Func<double, double, double, string>[] s_markers =
    [
        (x, y, r) => $"M{N(x - r)} {N(y)}a{N(r)} {N(r)} 0 1 0 {N(2 * r)} 0a{N(r)} {N(r)} 0 1 0 {N(-2 * r)} 0z",
        (x, y, r) => Polygon((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)),
        (x, y, r) => Polygon((x, y - (1.2 * r)), (x + (1.15 * r), y + (0.9 * r)), (x - (1.15 * r), y + (0.9 * r))),
        (x, y, r) => Polygon((x, y - (1.3 * r)), (x + (1.3 * r), y), (x, y + (1.3 * r)), (x - (1.3 * r), y)),
        (x, y, r) => Polygon((x, y + (1.2 * r)), (x + (1.15 * r), y - (0.9 * r)), (x - (1.15 * r), y - (0.9 * r))),
        (x, y, r) => Plus(x, y, 1.25 * r, 0.45 * r),
        (x, y, r) => Polygon(
            (x - (1.2 * r), y), (x - (0.6 * r), y - r), (x + (0.6 * r), y - r),
            (x + (1.2 * r), y), (x + (0.6 * r), y + r), (x - (0.6 * r), y + r)),
        (x, y, r) => Polygon(
            (x - (1.2 * r), y - r), (x, y - (0.3 * r)), (x + (1.2 * r), y - r),
            (x + (1.2 * r), y + r), (x, y + (0.3 * r)), (x - (1.2 * r), y + r)),
    ];

    /// <summary>CSS class of the colour.</summary>
    public static string Class(int series) => $"s{series % Palette.LightSeries.Count}";

    /// <summary>Dash of the line; another one in each round through the colours.</summary>
    public static string Dash(int series) => Palette.Dashes[Round(series, Palette.Dashes.Count)];

    /// <summary>Path of the marker around a point.</summary>
    public static string Marker(int series, double x, double y, double radius) => s_markers[Round(series, s_markers.Length)](x, y, radius);

    private static int Round(int series, int count) =>
        ((series % Palette.LightSeries.Count) + (series / Palette.LightSeries.Count)) % count;

    private static string Plus(double x, double y, double r, double w) => Polygon(
        (x - w, y - r), (x + w, y - r), (x + w, y - w), (x + r, y - w), (x + r, y + w), (x + w, y + w),
        (x + w, y + r), (x - w, y + r), (x - w, y + w), (x - r, y + w), (x - r, y - w), (x - w, y - w));

    private static string Polygon(params (double X, double Y)[] corners) =>
        $"M{string.Join('L', corners.Select(corner => $"{N(corner.X)} {N(corner.Y)}"))}z";

    private static string N(double value) => SvgBuilder.Number(value);
}
