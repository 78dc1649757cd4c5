using System.Globalization;

namespace FileTransfer.Harness.Rounds;

/// <summary>Senders that are alive at the same time, and take turns.</summary>
/// <param name="Number">Number of the group, from 1; null when all senders of the run are one group.</param>
/// <param name="Members">Strategies with their transports, whose turns are results.</param>
/// <param name="Reference">
/// The sender that takes turns in every group: members of two groups are compared by what they differ from it. Null in the only group.
/// </param>
internal sealed record SenderGroup(
    int? Number,
    IReadOnlySet<(string Strategy, string Transport)> Members,
    (string Strategy, string Transport)? Reference = null)
{
    /// <summary>True for a case whose sender takes turns in this group.</summary>
    public bool Includes(PlannedCase planned) => Counts(planned) || IsReference(planned);

    /// <summary>True for a case whose turns in this group are results.</summary>
    public bool Counts(PlannedCase planned) => Members.Contains((planned.Strategy.Id, planned.Transport));

    /// <summary>True for a case of the sender that takes turns in every group.</summary>
    public bool IsReference(PlannedCase planned) => Reference == (planned.Strategy.Id, planned.Transport);

    /// <summary>The groups of a run: one where there is room for all.</summary>
    /// <param name="plan">The run.</param>
    public static IReadOnlyList<SenderGroup> Of(RunPlan plan)
    {
        (string, string)[] all = [.. plan.Available.Select(one => (one.Strategy.Id, one.Transport)).Distinct()];
        if (plan.Room is not { } room || all.Length <= room.Senders)
        {
            return [new SenderGroup(null, all.ToHashSet())];
        }

        (string, string) reference = ReferenceOf(plan);
        (string, string)[][] others = Even([.. all.Where(one => one != reference)], room.Senders - 1);
        return
        [
            .. others.Select((some, index) => new SenderGroup(
                index + 1, (index == 0 ? some.Prepend(reference) : some).ToHashSet(), reference)),
        ];
    }

    /// <summary>What is said before the first turn; null where there is room for all.</summary>
    public static string? Words(RunPlan plan)
    {
        IReadOnlyList<SenderGroup> groups = plan.Groups;
        return groups is not [{ Reference: (var strategy, _) }, ..]
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{groups.Sum(group => group.Members.Count)} senders take turns in {groups.Count} groups, each beside {strategy}, by which "
                + $"they are compared: {plan.Room!.Scarce}");
    }

    /// <summary>The baseline if it is measured at every size, or another that is.</summary>
    private static (string Strategy, string Transport) ReferenceOf(RunPlan plan) => plan.Available
        .Where(one => one.Strategy.Delivers)
        .GroupBy(one => (one.Strategy.Id, one.Transport))
        .OrderByDescending(same => same.Select(one => one.Payload).Distinct().Count())
        .ThenByDescending(same => same.Key.Id == plan.Baseline)
        .First().Key;

    /// <summary>Splits into as few parts as possible, which differ in length by one at most.</summary>
    private static (string, string)[][] Even((string, string)[] all, int most)
    {
        int parts = (all.Length + most - 1) / most;
        return [.. Enumerable.Range(0, parts).Select(part => all[(part * all.Length / parts)..((part + 1) * all.Length / parts)])];
    }
}
