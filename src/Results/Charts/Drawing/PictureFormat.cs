namespace FileTransfer.Results.Charts.Drawing;

/// <summary>For which width a picture is laid out: text keeps its size, and everything else goes where there is room.</summary>
/// <param name="Suffix">What the ids of the picture add to those of its model.</param>
/// <param name="Width">Width in pixels.</param>
/// <param name="Margin">Room at the edges.</param>
/// <param name="MostTitleLines">Lines that a title and a subtitle may have.</param>
/// <param name="MostNoteLines">Lines that a note may have.</param>
internal sealed record PictureFormat(string Suffix, double Width, double Margin, int MostTitleLines, int MostNoteLines)
{
    /// <summary>For a page.</summary>
    public static PictureFormat Wide { get; } = new("", 700, 16, MostTitleLines: 3, MostNoteLines: 4);

    /// <summary>
    /// For a phone: plots below each other, names of lines in the legend, names of rows above their rows, and few columns of cells
    /// in a plot.
    /// </summary>
    public static PictureFormat Narrow { get; } = new("-narrow", 310, 8, MostTitleLines: 8, MostNoteLines: 12);

    /// <summary>True where there is no room beside a plot.</summary>
    public bool IsNarrow => Width < Wide.Width;

    /// <summary>Width between the margins.</summary>
    public double Inner => Width - (2 * Margin);
}
