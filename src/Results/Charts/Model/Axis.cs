namespace FileTransfer.Results.Charts.Model;

/// <summary>One axis of a plot.</summary>
internal sealed record Axis
{
    /// <summary>The scale that maps values to positions.</summary>
    public required Scale Scale { get; init; }

    /// <summary>The values with a label.</summary>
    public required IReadOnlyList<Tick> Ticks { get; init; }

    /// <summary>Title of the axis, with the unit when the tick labels have none; null when the axis needs no title.</summary>
    public string? Title { get; init; }

    /// <summary>True to draw a line across the plot at every tick.</summary>
    public bool HasGrid { get; init; }

    /// <summary>Values at which a thin line divides the plot.</summary>
    public IReadOnlyList<double> Dividers { get; init; } = [];

    /// <summary>True to write the tick labels of a horizontal axis above the plot.</summary>
    public bool IsOnTop { get; init; }
}

/// <summary>A labelled value on an axis.</summary>
/// <param name="Value">The value.</param>
/// <param name="Label">Its label, with unit.</param>
/// <param name="Tip">Text of the tooltip, or null.</param>
internal sealed record Tick(double Value, string Label, string? Tip = null);
