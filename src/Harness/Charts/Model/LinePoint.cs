namespace FileTransfer.Harness.Charts.Model;

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
