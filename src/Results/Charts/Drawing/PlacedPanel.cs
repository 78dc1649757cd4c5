using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>A plot at its place.</summary>
/// <param name="Panel">What it shows.</param>
/// <param name="Plot">The area between the axes.</param>
internal sealed record PlacedPanel(Panel Panel, Box Plot)
{
    /// <summary>Headings, ticks, names of lines and texts of cells.</summary>
    public required IReadOnlyList<PlacedText> Texts { get; init; }

    /// <summary>The names of lines.</summary>
    public required IReadOnlyList<LineLabel> Labels { get; init; }

    /// <summary>Room for its name above every row; 0 where names stand left of the plot.</summary>
    public double NameHeight { get; init; }

    /// <summary>Horizontal place of a value.</summary>
    public double X(double value) => Plot.Left + (Panel.X.Scale.Place(value) * Plot.Width);

    /// <summary>Vertical place of a value.</summary>
    public double Y(double value) => Plot.Bottom - (Panel.Y.Scale.Place(value) * Plot.Height) + (NameHeight / 2);

    /// <summary>The rectangle of a cell, or of a row when there is but one column.</summary>
    public Box Cell(int column, int row)
    {
        double width = Panel.X.Scale is SlotScale columns ? Plot.Width / columns.Count : Plot.Width;
        double height = Panel.Y.Scale is SlotScale rows ? Plot.Height / rows.Count : Plot.Height;
        return new Box(Plot.Left + (column * width), Plot.Top + (row * height) + NameHeight, width, height - NameHeight);
    }
}
