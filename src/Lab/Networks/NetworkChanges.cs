using FileTransfer.Results.Analysis;

namespace FileTransfer.Lab.Networks;

/// <summary>A verdict that is another one on another network.</summary>
/// <param name="Near">The run on the network with the least delay and loss.</param>
/// <param name="Far">The run on the other network.</param>
/// <param name="Before">The comparison on the near network.</param>
/// <param name="After">The same comparison on the far one.</param>
internal sealed record NetworkChange(NetworkEntry Near, NetworkEntry Far, NetworkPair Before, NetworkPair After)
{
    /// <summary>The two that are compared, as they were measured on the far network.</summary>
    public (NetworkCase? Baseline, NetworkCase? Other) There => (Find(After.Baseline), Find(After.Other));

    private NetworkCase? Find(string name) => Far.Cases.FirstOrDefault(one => (one.Name, one.SizeBytes) == (name, After.SizeBytes));
}

/// <summary>Finds the verdicts that change with the network. Only what both runs prove counts as a change.</summary>
internal static class NetworkChanges
{
    private const string Unknown = nameof(ComparisonVerdict.CannotTell);

    /// <summary>All changes, for each congestion control against its nearest network.</summary>
    public static IReadOnlyList<NetworkChange> Of(IReadOnlyList<NetworkEntry> entries) =>
    [
        .. entries
            .GroupBy(entry => entry.CongestionControl)
            .OrderBy(group => group.Key, StringComparer.Ordinal)
            .SelectMany(group =>
            {
                NetworkEntry[] ordered = [.. InOrder(group)];
                return ordered.Skip(1).SelectMany(far => Between(ordered[0], far));
            }),
    ];

    /// <summary>By delay, then by loss; the last run of each network counts.</summary>
    public static IEnumerable<NetworkEntry> InOrder(IEnumerable<NetworkEntry> entries) => entries
        .GroupBy(entry => (entry.CongestionControl, entry.Network))
        .Select(same => same.MaxBy(entry => entry.StartedUtc)!)
        .OrderBy(entry => entry.CongestionControl, StringComparer.Ordinal)
        .ThenBy(entry => entry.Spec.RoundTrip)
        .ThenBy(entry => entry.Spec.Loss)
        .ThenBy(entry => entry.Link, StringComparer.Ordinal);

    private static IEnumerable<NetworkChange> Between(NetworkEntry near, NetworkEntry far) =>
        from before in near.Pairs
        let after = far.Pairs.FirstOrDefault(
            pair => (pair.SizeBytes, pair.Baseline, pair.Other) == (before.SizeBytes, before.Baseline, before.Other))
        where after is not null && before.Verdict != after.Verdict && before.Verdict != Unknown && after.Verdict != Unknown
        select new NetworkChange(near, far, before, after);
}
