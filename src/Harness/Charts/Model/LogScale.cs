namespace FileTransfer.Harness.Charts.Model;

/// <summary>Equal steps for equal ratios. Values of zero, which have no logarithm, lie below the smallest.</summary>
/// <param name="Min">Smallest value, above zero.</param>
/// <param name="Max">Value at 1, greater than <paramref name="Min"/>.</param>
/// <param name="Foot">Place of <paramref name="Min"/>: above 0 it leaves room for zeros below.</param>
internal sealed record LogScale(double Min, double Max, double Foot = 0) : Scale
{
    private const double ShareOfZero = 0.4;

    /// <inheritdoc/>
    public override double Place(double value) => value <= 0
        ? Foot * ShareOfZero
        : Foot + ((1 - Foot) * (Math.Log(value / Min) / Math.Log(Max / Min)));
}
