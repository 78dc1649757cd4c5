namespace FileTransfer.Results.Charts.Model;

/// <summary>Maps values to positions from 0 (left, bottom) to 1 (right, top).</summary>
internal abstract record Scale
{
    /// <summary>The position of a value; outside 0 to 1 when the value is outside the scale.</summary>
    public abstract double Place(double value);
}

/// <summary>A linear scale.</summary>
/// <param name="Min">Value at 0.</param>
/// <param name="Max">Value at 1, greater than <paramref name="Min"/>.</param>
internal sealed record LinearScale(double Min, double Max) : Scale
{
    /// <inheritdoc/>
    public override double Place(double value) => (value - Min) / (Max - Min);
}

/// <summary>A logarithmic scale. Zeros, which have no logarithm, are placed below the smallest value.</summary>
/// <param name="Min">Smallest value, above zero.</param>
/// <param name="Max">Value at 1, greater than <paramref name="Min"/>.</param>
/// <param name="Bottom">Position of <paramref name="Min"/>: above 0 it leaves room for zeros below.</param>
internal sealed record LogScale(double Min, double Max, double Bottom = 0) : Scale
{
    private const double ShareOfZero = 0.4;

    /// <inheritdoc/>
    public override double Place(double value) => value <= 0
        ? Bottom * ShareOfZero
        : Bottom + ((1 - Bottom) * (Math.Log(value / Min) / Math.Log(Max / Min)));
}

/// <summary>Equally wide slots, numbered from 0, each value in the middle of its slot.</summary>
/// <param name="Count">Number of slots, at least 1.</param>
/// <param name="IsDescending">True when the first slot is at 1: rows are read from the top.</param>
internal sealed record SlotScale(int Count, bool IsDescending = false) : Scale
{
    /// <inheritdoc/>
    public override double Place(double value)
    {
        double place = (value + 0.5) / Count;
        return IsDescending ? 1 - place : place;
    }
}

/// <summary>A logit scale for shares: 99 % to 99.9 % takes about as much room as 90 % to 99 %, and likewise at the lower end.</summary>
/// <param name="Min">Share at 0, between 0 and 1.</param>
/// <param name="Max">Share at 1, between <paramref name="Min"/> and 1.</param>
internal sealed record TailScale(double Min, double Max) : Scale
{
    /// <inheritdoc/>
    public override double Place(double value) => (Logit(value) - Logit(Min)) / (Logit(Max) - Logit(Min));

    /// <summary>The share at a position: the inverse of <see cref="Place"/>.</summary>
    public double ShareAt(double place)
    {
        double logit = Logit(Min) + (place * (Logit(Max) - Logit(Min)));
        return 1 / (1 + Math.Exp(-logit));
    }

    private static double Logit(double share) => Math.Log(share / (1 - share));
}
