namespace FileTransfer.Harness.Charts.Model;

/// <summary>Something drawn in a plot, in the values of its axes.</summary>
internal abstract record Mark
{
    /// <summary>What it stands for, with values and units: a pointer and a screen reader are told it.</summary>
    public required string Tip { get; init; }
}

/// <summary>A horizontal bar in a row.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="From">Where it begins.</param>
/// <param name="To">Where it ends.</param>
/// <param name="Tone">Colour.</param>
internal sealed record BarMark(int Row, double From, double To, Tone Tone) : Mark;

/// <summary>A cell of a matrix.</summary>
/// <param name="Column">Number of the column, from 0.</param>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="Text">What is written large.</param>
/// <param name="Detail">What is written small below it, or null.</param>
/// <param name="Tone">Colour.</param>
internal sealed record CellMark(int Column, int Row, string Text, string? Detail, Tone Tone) : Mark;

/// <summary>A named line through points, with a band around it where the points have one.</summary>
internal sealed record LineMark : Mark
{
    /// <summary>Name of the series.</summary>
    public required string Name { get; init; }

    /// <summary>Number of the series, which decides colour, dash and marker; null for a reference line.</summary>
    public required int? Series { get; init; }

    /// <summary>The points from left to right.</summary>
    public required IReadOnlyList<LinePoint> Points { get; init; }

    /// <summary>True for a line in the background, thin and without a colour of its own.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>True to write the name where the line ends.</summary>
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

    /// <summary>What it stands for, with values and units; null for a point that only shapes the line and gets no marker.</summary>
    public string? Tip { get; init; }

    /// <summary>False after a gap: no line leads here from the point before.</summary>
    public bool IsJoined { get; init; } = true;
}

/// <summary>Words in a row, beginning at a value.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="At">Value after which they are written.</param>
/// <param name="Text">The words.</param>
internal sealed record RowTextMark(int Row, double At, string Text) : Mark;

/// <summary>A straight line.</summary>
/// <param name="X1">Horizontal value of its begin.</param>
/// <param name="Y1">Vertical value of its begin.</param>
/// <param name="X2">Horizontal value of its end.</param>
/// <param name="Y2">Vertical value of its end.</param>
/// <param name="Tone">Colour.</param>
internal sealed record SegmentMark(double X1, double Y1, double X2, double Y2, Tone Tone) : Mark;

/// <summary>A symbol that points something out.</summary>
/// <param name="X">Horizontal value.</param>
/// <param name="Y">Vertical value.</param>
/// <param name="Series">Number of the series, which decides the colour; null for ink.</param>
/// <param name="Shape">Which symbol.</param>
internal sealed record SymbolMark(double X, double Y, int? Series, SymbolShape Shape) : Mark;

/// <summary>Symbols that point something out.</summary>
internal enum SymbolShape
{
    /// <summary>A ring around a point of a line.</summary>
    Ring,

    /// <summary>A triangle on the upper edge of the plot, pointing down to a place on the horizontal axis.</summary>
    Wedge,
}

/// <summary>Many values in order, evenly spread over a segment of the horizontal axis.</summary>
internal sealed record TraceMark : Mark
{
    /// <summary>Number of the series, which decides the colour.</summary>
    public required int Series { get; init; }

    /// <summary>Where the segment begins.</summary>
    public required double Left { get; init; }

    /// <summary>Where the segment ends.</summary>
    public required double Right { get; init; }

    /// <summary>The values.</summary>
    public required IReadOnlyList<long> Values { get; init; }

    /// <summary>Says a single value, with its unit, given its index.</summary>
    public required Func<int, string> Describe { get; init; }
}

/// <summary>Meanings that have a colour of their own, beside those of the series.</summary>
internal enum Tone
{
    /// <summary>The main colour of text and lines.</summary>
    Ink,

    /// <summary>What is there but does not matter.</summary>
    Muted,

    /// <summary>What is compared with, such as the harness's own cost or a native floor.</summary>
    Reference,

    /// <summary>The first part of a whole.</summary>
    First,

    /// <summary>The second part of a whole.</summary>
    Second,

    /// <summary>What other cells are compared with.</summary>
    Baseline,

    /// <summary>Nothing can be told apart.</summary>
    Neutral,

    /// <summary>No number is there.</summary>
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
