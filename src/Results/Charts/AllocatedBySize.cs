using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Results.Charts;

/// <summary>Managed bytes that the sender allocates per transfer, by size.</summary>
internal sealed class AllocatedBySize : BySizeChart
{
    /// <inheritdoc/>
    public override string Name => "allocated-by-size";

    /// <inheritdoc/>
    private protected override string Reading(RunResult run) =>
        "Lower is better. Managed bytes that the sender's whole process allocates per transfer; kB and MB are powers of 10. Both axes "
        + "are logarithmic.";

    /// <inheritdoc/>
    private protected override Quantity Quantity { get; } = new(
        "allocated per transfer",
        measurement => measurement.AllocatedBytesPerTransfer,
        TickText.Bytes,
        measurement => Bytes(measurement.AllocatedBytesPerTransfer ?? 0))
    {
        NamesTheHighest = true,
    };

    /// <inheritdoc/>
    private protected override string Title(RunResult run, IReadOnlyList<Series> series) =>
        Findings.Least(series, Quantity.Value, ("allocates", "allocate"), "the least", "bytes per transfer") + Most(series);

    private string Most(IReadOnlyList<Series> series)
    {
        Series highest = Quantity.Highest(series)!;
        Measurement most = highest.Measured.MaxBy(Quantity.Value)!;
        return series.Count > 1 && most.AllocatedBytesPerTransfer > 0
            ? $"; {highest.Name} allocates the most ({TickText.Bytes(most.AllocatedBytesPerTransfer.Value)} at "
                + $"{SizeText.Of(most.SizeBytes)})"
            : string.Empty;
    }

    private static string Bytes(double bytes) => RunCaption.Count((long)Math.Round(bytes), "byte");
}
