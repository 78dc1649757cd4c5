namespace FileTransfer.Harness.Charts.Model;

/// <summary>Shares of a whole, with as much room from 99 % to 99.9 % as from 90 % to 99 %, and likewise at the lower end.</summary>
/// <param name="Min">Share at 0, between 0 and 1.</param>
/// <param name="Max">Share at 1, between <paramref name="Min"/> and 1.</param>
internal sealed record TailScale(double Min, double Max) : Scale
{
    /// <inheritdoc/>
    public override double Place(double value) => (Logit(value) - Logit(Min)) / (Logit(Max) - Logit(Min));

    /// <summary>The share at a place: the inverse of <see cref="Place"/>.</summary>
    public double ShareAt(double place)
    {
        double logit = Logit(Min) + (place * (Logit(Max) - Logit(Min)));
        return 1 / (1 + Math.Exp(-logit));
    }

    private static double Logit(double share) => Math.Log(share / (1 - share));
}
