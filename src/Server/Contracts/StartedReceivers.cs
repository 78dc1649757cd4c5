namespace FileTransfer.Server.Contracts;

/// <summary>The receivers of a server, and those that it has not.</summary>
/// <param name="All">Those that listen.</param>
/// <param name="Missing">Why others cannot run on this system, by their kind.</param>
internal sealed record StartedReceivers(IReadOnlyList<IReceiver> All, IReadOnlyDictionary<string, string> Missing)
{
    /// <summary>A line for each reason, with all the kinds that it stands for.</summary>
    public IEnumerable<string> Reasons() => Missing
        .GroupBy(one => one.Value, one => one.Key)
        .Select(same => $"without {string.Join(", ", same)}: {same.Key}");
}
