namespace FileTransfer.Results.Explaining;

/// <summary>What speaks for a cause, on rounds that did not choose it.</summary>
internal sealed record Confirmation
{
    /// <summary>Word of a cause that is shown.</summary>
    public const string Causal = "causal";

    /// <summary>Word of a cause of which only that is known that it goes with slow transfers.</summary>
    public const string GoesWith = "goes-with";

    /// <summary>The case as it is must have come back, after the reversal, to within this part of the effect.</summary>
    private const double MostLeft = 0.5;

    /// <summary>A counter moves when it changes by at least this part of its value.</summary>
    private const double SmallestMove = 0.1;

    /// <summary>Where time falls by little, a counter that changes by this part of that has moved, too.</summary>
    private const double PartOfEffect = 0.5;

    /// <summary>Where time is less than this part without the cause, the cause is most of it, and more of it need not show.</summary>
    private const double Saturated = 0.5;

    /// <summary>Time without the cause, beside the case as it is; null when that was not measured.</summary>
    public ArmEffect? Without { get; init; }

    /// <summary>Time with a stronger cause; null when that was not measured.</summary>
    public ArmEffect? Stronger { get; init; }

    /// <summary>Why there is no stronger cause; null when there is one.</summary>
    public string? WhyNotStronger { get; init; }

    /// <summary>
    /// Mean of ln time of the case as it is after turns without the cause, less that before: what did not come back (A B A).
    /// </summary>
    public double? NotReturned { get; init; }

    /// <summary>True when the counter has to fall without the cause, false when it has to rise.</summary>
    public bool CounterFalls { get; init; } = true;

    /// <summary>Why it is not shown to be a cause; null when it is.</summary>
    public string? WhyNotCausal =>
        Without is not { } without ? "it could not be taken away here"
        : !without.IsFaster ? "times did not fall again without it, on new rounds"
        : without.High < 1 && NotReturned is { } left && Math.Abs(left) > MostLeft * Math.Abs(Math.Log(without.Ratio))
            ? "times did not come back when it did (A B A)"
        : Stronger is { Low: <= 1 } stronger && (without.High > Saturated || stronger.High < 1)
            ? "a stronger dose had no stronger effect"
        : without is { Counter: { } counter, CounterValue: { } value, CounterAsItIs: { } before } && !HasMoved(before, value, without.Ratio)
            ? $"{counter} did not move with it"
        : null;

    private bool HasMoved(double before, double after, double ratio)
    {
        bool isFaster = ratio < 1 - ArmEffect.SmallestEffect;
        double least = isFaster ? Math.Min(SmallestMove, PartOfEffect * (1 - ratio)) : SmallestMove;
        return (CounterFalls ? before - after : after - before) > least * Math.Abs(before);
    }
}
