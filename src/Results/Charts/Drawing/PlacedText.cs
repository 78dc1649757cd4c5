namespace FileTransfer.Results.Charts.Drawing;

/// <summary>A line of text at its place.</summary>
/// <param name="Text">The text.</param>
/// <param name="X">Horizontal place of its anchor.</param>
/// <param name="Y">Vertical place of its base line.</param>
/// <param name="Anchor">Which point of it is at <paramref name="X"/>.</param>
/// <param name="Role">How it looks.</param>
internal sealed record PlacedText(string Text, double X, double Y, Anchor Anchor, TextRole Role)
{
    private const double Ascent = 0.78;
    private const double Descent = 0.22;

    /// <summary>What a pointer is told, or null.</summary>
    public string? Tip { get; init; }

    /// <summary>The room it takes, by a cautious estimate.</summary>
    public Box Box
    {
        get
        {
            double width = TextWidth.Of(Text, Role);
            double left = Anchor switch
            {
                Anchor.Start => X,
                Anchor.Middle => X - (width / 2),
                _ => X - width,
            };
            return new Box(left, Y - (Ascent * Role.Size), width, (Ascent + Descent) * Role.Size);
        }
    }
}
