namespace FileTransfer.Harness.Charts.Model;

/// <summary>Equal steps for equal differences.</summary>
/// <param name="Min">Value at 0.</param>
/// <param name="Max">Value at 1, greater than <paramref name="Min"/>.</param>
internal sealed record LinearScale(double Min, double Max) : Scale
{
    /// <inheritdoc/>
    public override double Place(double value) => (value - Min) / (Max - Min);
}
