using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>Measures arms that take turns.</summary>
internal interface IArmRunner
{
    /// <summary>Measures a round: new processes for every arm, which take turns.</summary>
    /// <param name="number">Number of the round, from 1; no two have the same.</param>
    /// <param name="arms">The arms.</param>
    /// <param name="cancellationToken">Cancels; what the round has measured is not valid then.</param>
    /// <returns>The launches, and why an arm could not be measured, by its name.</returns>
    Task<ArmRound> MeasureAsync(int number, IReadOnlyList<Arm> arms, CancellationToken cancellationToken);
}

/// <summary>What a round has measured.</summary>
/// <param name="Launches">A launch for each arm that was measured.</param>
/// <param name="Failures">Why the others were not, by name of the arm.</param>
internal sealed record ArmRound(IReadOnlyList<ObservedLaunch> Launches, IReadOnlyDictionary<string, string> Failures);
