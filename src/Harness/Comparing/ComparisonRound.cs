using FileTransfer.Results;

namespace FileTransfer.Harness.Comparing;

/// <summary>A round: the base twice and the other side once, each with a server of its own, in random order.</summary>
/// <param name="First">The first result of the base.</param>
/// <param name="Second">The second result of the base, which should equal the first.</param>
/// <param name="Other">The result of the other side.</param>
internal sealed record ComparisonRound(RunResult First, RunResult Second, RunResult Other)
{
    /// <summary>
    /// The largest share of all processor time that other processes of this machine used while one of the three was measured; null
    /// where it is unknown.
    /// </summary>
    public double? Others { get; init; }

    /// <summary>True when the three took turns; false when one followed the other.</summary>
    public bool AreTogether { get; init; }

    /// <summary>All three.</summary>
    public IReadOnlyList<RunResult> Sides => [First, Second, Other];
}
