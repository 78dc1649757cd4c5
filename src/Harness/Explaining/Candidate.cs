using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>A cause that screening has chosen.</summary>
/// <param name="Experiment">Its experiment.</param>
internal sealed record Candidate(Experiment Experiment)
{
    /// <summary>Name of the arm with a stronger dose.</summary>
    public string StrongerName => $"more of it: {Experiment.Cause}";

    /// <summary>The arm with a stronger dose, or null.</summary>
    public Arm? Stronger(Arm asItIs) => Experiment.Stronger(asItIs) is { } arm ? arm with { Name = StrongerName } : null;
}

/// <summary>All combinations of causes that are taken away.</summary>
internal static class Combinations
{
    /// <summary>The arms: the index of each has a bit for every cause that it is without.</summary>
    public static Arm[] Of(Arm asItIs, IReadOnlyList<Candidate> candidates) =>
    [
        .. Enumerable.Range(0, 1 << candidates.Count).Select(set => Members(candidates, set).Aggregate(
            asItIs,
            (arm, one) => one.Experiment.Without(arm)) with { Name = NameOf(candidates, set) }),
    ];

    /// <summary>Name of the arm without a set of causes.</summary>
    public static string NameOf(IReadOnlyList<Candidate> candidates, int set) =>
        set == 0 ? Arm.AsItIs : string.Join(", ", Members(candidates, set).Select(one => one.Experiment.Name));

    private static IEnumerable<Candidate> Members(IReadOnlyList<Candidate> candidates, int set) =>
        candidates.Where((_, i) => (set >> i & 1) != 0);
}

/// <summary>Chooses the causes to confirm.</summary>
internal static class Screening
{
    /// <summary>New rounds confirm what is chosen, so that choosing may err often.</summary>
    private const double ErrorRate = 0.2;

    /// <summary>Causes without which time falls, those first without which it falls the most; one experiment for each.</summary>
    public static Candidate[] Choose(IReadOnlyList<Experiment> tried, IReadOnlyList<ArmRound> rounds, int most) =>
    [
        .. tried
            .Select(one => (Experiment: one, Effect: EffectOf(one, rounds, ErrorRate)))
            .Where(one => one.Effect is { IsFaster: true })
            .OrderBy(one => one.Effect!.SlownessRatio)
            .DistinctBy(one => one.Experiment.Cause)
            .Take(most)
            .Select(one => new Candidate(one.Experiment)),
    ];

    /// <summary>The effect of an experiment in screening; null when it was not measured.</summary>
    public static ArmEffect? EffectOf(Experiment one, IReadOnlyList<ArmRound> rounds, double errorRate)
    {
        ObservedLaunch[] all = [.. rounds.SelectMany(round => round.Launches)];
        return Effects.Of(one, ArmName.Screen, ArmName.Without, one.Name, all, errorRate);
    }
}
