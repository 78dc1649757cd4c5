namespace FileTransfer.Results.Charts.Model;

/// <summary>An element of a plot; positions are values of the axes.</summary>
internal abstract record Mark
{
    /// <summary>Text of the tooltip, with values and units; screen readers read it too.</summary>
    public required string Tip { get; init; }
}

/// <summary>A horizontal bar in a row.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="From">Value at which the bar begins.</param>
/// <param name="To">Value at which the bar ends.</param>
/// <param name="Tone">Colour.</param>
internal sealed record BarMark(int Row, double From, double To, Tone Tone) : Mark;

/// <summary>A cell of a matrix.</summary>
/// <param name="Column">Number of the column, from 0.</param>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="Text">Text in large print.</param>
/// <param name="Detail">Text in small print below it, or null.</param>
/// <param name="Tone">Colour.</param>
internal sealed record CellMark(int Column, int Row, string Text, string? Detail, Tone Tone) : Mark;

/// <summary>A named line through points, with a band around it where the points have one.</summary>
internal sealed record LineMark : Mark
{
    /// <summary>Name of the series.</summary>
    public required string Name { get; init; }

    /// <summary>Number of the series, which selects colour, dash and marker; null for a reference line.</summary>
    public required int? Series { get; init; }

    /// <summary>The points from left to right.</summary>
    public required IReadOnlyList<LinePoint> Points { get; init; }

    /// <summary>True for a thin grey line in the background.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>True to write the name at the end of the line.</summary>
    public bool HasLabel { get; init; }
}

/// <summary>A point of a line.</summary>
/// <param name="X">Horizontal value.</param>
/// <param name="Y">Vertical value.</param>
internal sealed record LinePoint(double X, double Y)
{
    /// <summary>Lower end of the band here, or null.</summary>
    public double? Lower { get; init; }

    /// <summary>Upper end of the band here, or null.</summary>
    public double? Upper { get; init; }

    /// <summary>Text of the tooltip, with values and units; null for a point that only shapes the line and has no marker.</summary>
    public string? Tip { get; init; }

    /// <summary>False after a gap: no line leads here from the point before.</summary>
    public bool IsJoined { get; init; } = true;
}

/// <summary>Text in a row, after a value.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="At">Value after which the text is written.</param>
/// <param name="Text">The text.</param>
internal sealed record RowTextMark(int Row, double At, string Text) : Mark;

/// <summary>A straight line.</summary>
/// <param name="X1">Horizontal value of its start.</param>
/// <param name="Y1">Vertical value of its start.</param>
/// <param name="X2">Horizontal value of its end.</param>
/// <param name="Y2">Vertical value of its end.</param>
/// <param name="Tone">Colour.</param>
internal sealed record SegmentMark(double X1, double Y1, double X2, double Y2, Tone Tone) : Mark;

/// <summary>A symbol that marks a point.</summary>
/// <param name="X">Horizontal value.</param>
/// <param name="Y">Vertical value.</param>
/// <param name="Series">Number of the series, which selects the colour; null for the text colour.</param>
/// <param name="Shape">Shape of the symbol.</param>
internal sealed record SymbolMark(double X, double Y, int? Series, SymbolShape Shape) : Mark;

/// <summary>Shapes of symbols.</summary>
internal enum SymbolShape
{
    /// <summary>A ring around a point of a line.</summary>
    Ring,

    /// <summary>A triangle on the upper edge of the plot that marks a value of the horizontal axis.</summary>
    Wedge,
}

/// <summary>Many values in order, evenly spread over a segment of the horizontal axis.</summary>
internal sealed record TraceMark : Mark
{
    /// <summary>Number of the series, which selects the colour.</summary>
    public required int Series { get; init; }

    /// <summary>Where the segment begins.</summary>
    public required double Left { get; init; }

    /// <summary>Where the segment ends.</summary>
    public required double Right { get; init; }

    /// <summary>The values.</summary>
    public required IReadOnlyList<long> Values { get; init; }

    /// <summary>Describes the value at an index, with its unit.</summary>
    public required Func<int, string> Describe { get; init; }
}

/// <summary>Colours with a fixed meaning, beside the colours of the series.</summary>
internal enum Tone
{
    /// <summary>The main colour of text and lines.</summary>
    Ink,

    /// <summary>Unimportant elements in the background.</summary>
    Muted,

    /// <summary>Reference values, such as the harness's own cost or a native program.</summary>
    Reference,

    /// <summary>The first part of a whole.</summary>
    First,

    /// <summary>The second part of a whole.</summary>
    Second,

    /// <summary>The baseline that other cells are compared with.</summary>
    Baseline,

    /// <summary>Equal, or no difference is shown.</summary>
    Neutral,

    /// <summary>Not measured.</summary>
    Missing,

    /// <summary>Better, up to 1.5 times.</summary>
    Better1,

    /// <summary>Better, up to 4 times.</summary>
    Better2,

    /// <summary>Better by more.</summary>
    Better3,

    /// <summary>Worse, up to 1.5 times.</summary>
    Worse1,

    /// <summary>Worse, up to 4 times.</summary>
    Worse2,

    /// <summary>Worse by more.</summary>
    Worse3,
}
