namespace FileTransfer.Harness.Calibration;

/// <summary>What a run of a calibration is made for.</summary>
internal static class CalibrationKind
{
    /// <summary>Every strategy twice (A/A): whoever finds a difference is wrong.</summary>
    public const string Twins = "twins";

    /// <summary>A strategy and itself, slowed down: whoever finds none does not see enough.</summary>
    public const string Power = "power";

    /// <summary>A scenario that is measured again later.</summary>
    public const string Repetition = "repetition";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<string> All { get; } = [Twins, Power, Repetition];
}
