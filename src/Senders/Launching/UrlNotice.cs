namespace FileTransfer.Senders.Launching;

/// <summary>The line that says, before the first request, to which other hosts requests go.</summary>
internal static class UrlNotice
{
    private const string Start = "requests go to ";

    /// <summary>The line.</summary>
    /// <param name="hosts">The other hosts.</param>
    /// <param name="pace">How hard they are asked.</param>
    public static string Of(IEnumerable<string> hosts, string pace) => $"{Start}{string.Join(" and ", hosts)} and nowhere else: {pace}";

    /// <summary>What a process has said, without the line: whoever starts several processes has told it for all of them.</summary>
    public static string RemovedFrom(string said) => string.Join(
        '\n', said.Split('\n').Where(line => !line.StartsWith(Start, StringComparison.Ordinal)));
}
