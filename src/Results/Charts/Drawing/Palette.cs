namespace FileTransfer.Results.Charts.Drawing;

/// <summary>
/// The colours, for a light and for a dark page. Those of the series differ in lightness as well as in hue, so that they can
/// be told apart with any kind of colour vision and in print; dash and marker tell them apart once more.
/// </summary>
internal static class Palette
{
    /// <summary>Colours of the series; after the last one they begin again with another dash.</summary>
    public static IReadOnlyList<string> LightSeries { get; } =
    [
        "#0a5ca0", "#ee4a1d", "#2f9db9", "#5b1160", "#a83f76", "#2c4b36", "#86705a", "#1c1e22",
    ];

    /// <summary>The same on a dark page.</summary>
    public static IReadOnlyList<string> DarkSeries { get; } =
    [
        "#3d93e4", "#fb7036", "#b7e3ff", "#8877b8", "#ee9cc0", "#44da96", "#ecd24a", "#f8f8f8",
    ];

    /// <summary>The other colours, by name of their custom property.</summary>
    public static IReadOnlyList<(string Name, string Light, string Dark)> Others { get; } =
    [
        ("surface", "#ffffff", "#16181d"),
        ("ink", "#1b1d21", "#eceef1"),
        ("muted", "#5a6069", "#a3a9b3"),
        ("grid", "#e4e6ea", "#2c3037"),
        ("axis", "#868c95", "#747b86"),
        ("reference", "#5a6069", "#a3a9b3"),
        ("first", "#0a5ca0", "#3d93e4"),
        ("second", "#9cc7ea", "#c9e4fb"),
        ("baseline", "#ffffff", "#16181d"),
        ("neutral", "#e6e8eb", "#33373e"),
        ("missing", "#ffffff", "#16181d"),
        ("better1", "#d3e6f6", "#17334b"),
        ("better2", "#9ccaee", "#1d4c74"),
        ("better3", "#5fa9e0", "#2469a1"),
        ("worse1", "#fbe3d2", "#452816"),
        ("worse2", "#f5bd95", "#6d3914"),
        ("worse3", "#ee9554", "#96490f"),
    ];

    /// <summary>Dashes of the series, by rounds through the colours and within them: never the same for neighbours.</summary>
    public static IReadOnlyList<string> Dashes { get; } = ["none", "7 3", "2 3", "10 3 2 3", "5 2", "12 4", "4 2 1 2", "1 2"];
}
