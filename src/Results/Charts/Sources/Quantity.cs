namespace FileTransfer.Results.Charts.Sources;

/// <summary>A measured quantity that a chart shows by size.</summary>
/// <param name="Title">Title of its axis.</param>
/// <param name="Value">Its value, or null where it was not measured.</param>
/// <param name="Tick">Writes a round value with its unit.</param>
/// <param name="Describe">Writes the value of a measurement with its unit and further details, for the tooltip.</param>
internal sealed record Quantity(
    string Title,
    Func<Measurement, double?> Value,
    Func<double, string> Tick,
    Func<Measurement, string> Describe)
{
    /// <summary>The range that is drawn as a band around the value, or null without a band.</summary>
    public Func<Measurement, (double Lower, double Upper)?> Band { get; init; } = _ => null;

    /// <summary>True to label the line with the highest value even when it is grey: colours go to the fastest strategies.</summary>
    public bool NamesTheHighest { get; init; }

    /// <summary>The line with the highest value, or null where there is none.</summary>
    public Series? Highest(IReadOnlyList<Series> series) => series.MaxBy(one => one.Measured.Max(Value));
}
