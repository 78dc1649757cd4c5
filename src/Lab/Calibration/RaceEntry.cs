namespace FileTransfer.Lab.Calibration;

/// <summary>What simulated races of one kind came to.</summary>
/// <param name="Profile">Margin and length: those of this profile.</param>
/// <param name="Noise">How rounds vary: a <see cref="RaceNoise"/>.</param>
/// <param name="Strategies">Number of strategies in a race.</param>
/// <param name="Gap">Lead of the first over the second, as a share of the time; all are equal at 0.</param>
/// <param name="Runs">Number of simulated runs.</param>
/// <param name="Wrong">Runs in which any statement was wrong.</param>
/// <param name="AnsweredSame">Share of the races on one processor in which one could be named that is as fast as the best.</param>
/// <param name="AnsweredSplit">The same on two processors.</param>
/// <param name="DecidedSame">Share of the races on one processor in which all of the question was answered.</param>
/// <param name="DecidedSplit">The same on two processors.</param>
/// <param name="RoundsSame">
/// Number of rounds after which half of the races on one processor were decided; null where fewer than half were.
/// </param>
/// <param name="RoundsSplit">The same on two processors.</param>
internal sealed record RaceEntry(
    string Profile,
    string Noise,
    int Strategies,
    double Gap,
    int Runs,
    int Wrong,
    double AnsweredSame,
    double AnsweredSplit,
    double DecidedSame,
    double DecidedSplit,
    int? RoundsSame = null,
    int? RoundsSplit = null);
