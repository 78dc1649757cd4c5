namespace FileTransfer.Harness.Charts.Model;

/// <summary>A direction of a plot.</summary>
internal sealed record Axis
{
    /// <summary>Where values lie.</summary>
    public required Scale Scale { get; init; }

    /// <summary>The values that are named.</summary>
    public required IReadOnlyList<Tick> Ticks { get; init; }

    /// <summary>What the values are, with the unit when the ticks do not name it; null when that is plain.</summary>
    public string? Title { get; init; }

    /// <summary>True to draw a line across the plot at every tick.</summary>
    public bool HasGrid { get; init; }

    /// <summary>Values at which a thin line separates what lies before from what lies after.</summary>
    public IReadOnlyList<double> Dividers { get; init; } = [];

    /// <summary>True to name the ticks of a horizontal axis above the plot.</summary>
    public bool IsOnTop { get; init; }
}

/// <summary>A value that is named on an axis.</summary>
/// <param name="Value">The value.</param>
/// <param name="Label">Its name, with unit.</param>
/// <param name="Tip">What a pointer is told, or null.</param>
internal sealed record Tick(double Value, string Label, string? Tip = null);
