using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Charts.Sources;

/// <summary>Something that is measured at every size.</summary>
/// <param name="Title">Title of its axis.</param>
/// <param name="Value">Its value, or null where it was not measured.</param>
/// <param name="Tick">Writes a round value with its unit.</param>
/// <param name="Describe">Writes the value of a measurement with its unit, and what belongs to it.</param>
internal sealed record Quantity(
    string Title,
    Func<Measurement, double?> Value,
    Func<double, string> Tick,
    Func<Measurement, string> Describe)
{
    /// <summary>The range around the value that is drawn as a band, or null where there is none.</summary>
    public Func<Measurement, (double Lower, double Upper)?> Band { get; init; } = _ => null;

    /// <summary>Whether the line with the highest value has a label even in grey: colours go by time, of which this may say nothing.</summary>
    public bool NamesTheHighest { get; init; }

    /// <summary>The line with the highest value, or null where there is none.</summary>
    public Series? Highest(IReadOnlyList<Series> series) => series.MaxBy(one => one.Measured.Max(Value));
}
