using System.Globalization;
using FileTransfer.Results.Charts.Drawing;

namespace FileTransfer.Harness.Tests.Charts;

/// <summary>Series can be told apart with any kind of colour vision, in print, and against the page.</summary>
public sealed class PaletteTests
{
    private const double LeastContrast = 3;
    private const double LeastLightnessStep = 3.5;
    private const double LeastDistance = 14;

    // Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
    private static readonly Dictionary<string, double[]> s_vision = new()
    {
        ["usual"] = [1, 0, 0, 0, 1, 0, 0, 0, 1],
        ["protan"] = [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
        ["deutan"] = [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
        ["tritan"] = [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
    };

    public static TheoryData<string, string> Views { get; } = new(
        from theme in (string[])["light", "dark"] from vision in s_vision.Keys select (theme, vision));

    [Theory]
    [MemberData(nameof(Views))]
    public void Series_AnyTwo_DifferForEveryKindOfVision(string theme, string vision)
    {
        double[][] colors = [.. Series(theme).Select(color => Lab(See(Linear(color), s_vision[vision])))];
        AssertPairs(colors, (one, other) => Math.Sqrt(one.Zip(other, (a, b) => (a - b) * (a - b)).Sum()), LeastDistance);
    }

    [Theory]
    [InlineData("light")]
    [InlineData("dark")]
    public void Series_AnyTwo_DifferInLightness(string theme) =>
        AssertPairs(
            [.. Series(theme).Select(color => Lab(Linear(color)))],
            (one, other) => Math.Abs(one[0] - other[0]),
            LeastLightnessStep);

    [Theory]
    [InlineData("light")]
    [InlineData("dark")]
    public void Series_EachColor_StandsOutFromThePage(string theme)
    {
        double page = Luminance(Other("surface", theme));
        Assert.All(
            Some.Of([.. Series(theme), Other("axis", theme)]),
            color => Assert.True(Contrast(Luminance(color), page) >= LeastContrast, color));
    }

    [Theory]
    [InlineData("light")]
    [InlineData("dark")]
    public void Text_OnEveryBackground_IsReadable(string theme)
    {
        double ink = Luminance(Other("ink", theme));
        Assert.All(
            (string[])["surface", "baseline", "neutral", "missing", "better1", "better2", "better3", "worse1", "worse2", "worse3"],
            name => Assert.True(Contrast(ink, Luminance(Other(name, theme))) >= 4.5, $"ink on {name}"));
        Assert.True(Contrast(Luminance(Other("muted", theme)), Luminance(Other("surface", theme))) >= 4.5);
    }

    [Fact]
    public void Style_ThirtySeries_NoTwoShareColorDashAndMarker()
    {
        string[] looks = [.. Enumerable.Range(0, 30)
            .Select(series => $"{SeriesStyle.Class(series)} {SeriesStyle.Dash(series)} {SeriesStyle.Marker(series, 0, 0, 4)}")];

        Assert.Equal(looks.Distinct(), looks);
        Assert.Equal(8, looks.Take(8).Select(look => look.Split('M')[1]).Distinct().Count());
        Assert.Equal(8, Enumerable.Range(0, 8).Select(SeriesStyle.Dash).Distinct().Count());
    }

    private static void AssertPairs(double[][] colors, Func<double[], double[], double> distance, double least)
    {
        Assert.True(colors.Length > 1, $"there are no two colours to compare: the palette has {colors.Length}");
        for (int one = 0; one < colors.Length; one++)
        {
            for (int other = one + 1; other < colors.Length; other++)
            {
                double found = distance(colors[one], colors[other]);
                Assert.True(found >= least, string.Create(
                    CultureInfo.InvariantCulture,
                    $"colours {one} and {other} are {found:0.0} apart, and should be {least} at least"));
            }
        }
    }

    private static IReadOnlyList<string> Series(string theme) => theme == "dark" ? Palette.DarkSeries : Palette.LightSeries;

    private static string Other(string name, string theme)
    {
        (string _, string light, string dark) = Palette.Others.Single(color => color.Name == name);
        return theme == "dark" ? dark : light;
    }

    private static double Contrast(double one, double other) => (Math.Max(one, other) + 0.05) / (Math.Min(one, other) + 0.05);

    private static double Luminance(string color) =>
        Linear(color) is [var red, var green, var blue] ? (0.2126 * red) + (0.7152 * green) + (0.0722 * blue) : double.NaN;

    private static double[] Linear(string color) => [.. Enumerable.Range(0, 3)
        .Select(index => int.Parse(color.AsSpan(1 + (2 * index), 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255d)
        .Select(value => value <= 0.04045 ? value / 12.92 : Math.Pow((value + 0.055) / 1.055, 2.4))];

    private static double[] See(double[] rgb, double[] matrix) => [.. Enumerable.Range(0, 3)
        .Select(row => Math.Clamp((matrix[3 * row] * rgb[0]) + (matrix[(3 * row) + 1] * rgb[1]) + (matrix[(3 * row) + 2] * rgb[2]), 0, 1))];

    private static double[] Lab(double[] rgb)
    {
        double x = F(((0.4124 * rgb[0]) + (0.3576 * rgb[1]) + (0.1805 * rgb[2])) / 0.9505);
        double y = F((0.2126 * rgb[0]) + (0.7152 * rgb[1]) + (0.0722 * rgb[2]));
        double z = F(((0.0193 * rgb[0]) + (0.1192 * rgb[1]) + (0.9505 * rgb[2])) / 1.089);
        return [(116 * y) - 16, 500 * (x - y), 200 * (y - z)];
    }

    private static double F(double value) => value > 0.008856 ? Math.Cbrt(value) : (7.787 * value) + (16 / 116d);
}
