namespace FileTransfer.Results.Charts.Drawing;

/// <summary>What a text is for, which decides its size, weight and colour.</summary>
internal sealed record TextRole(string Class, double Size, bool IsBold = false)
{
    public static TextRole Title { get; } = new("t", 17, IsBold: true);

    public static TextRole Subtitle { get; } = new("u", 12);

    public static TextRole Heading { get; } = new("h", 13, IsBold: true);

    public static TextRole AxisTitle { get; } = new("a", 12);

    public static TextRole Tick { get; } = new("k", 12);

    public static TextRole Label { get; } = new("l", 12.5);

    public static TextRole Cell { get; } = new("c", 13, IsBold: true);

    public static TextRole CellDetail { get; } = new("d", 11);

    public static TextRole Note { get; } = new("n", 12);

    public static TextRole GraveNote { get; } = new("g", 12);

    public static IReadOnlyList<TextRole> All { get; } =
    [
        Title, Subtitle, Heading, AxisTitle, Tick, Label, Cell, CellDetail, Note, GraveNote,
    ];
}
