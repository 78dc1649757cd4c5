namespace FileTransfer.Lab.Calibration;

/// <summary>Purposes of calibration runs.</summary>
internal static class CalibrationKind
{
    /// <summary>Every strategy is measured twice (A/A test): any difference found is a false positive.</summary>
    public const string Twins = "twins";

    /// <summary>A strategy is compared with a slowed-down copy of itself: no difference found is a false negative.</summary>
    public const string Power = "power";

    /// <summary>Both at once, in a run of the length of a default one: equal and slowed-down copies.</summary>
    public const string Truth = "truth";

    /// <summary>A scenario is measured again later: intervals of both runs should overlap.</summary>
    public const string Repetition = "repetition";

    /// <summary>The same ratio is measured under several conditions, such as the length of a turn: it should be the same.</summary>
    public const string Bias = "bias";

    /// <summary>All purposes.</summary>
    public static IReadOnlyList<string> All { get; } = [Twins, Power, Truth, Repetition, Bias];
}
