namespace FileTransfer.Results.Analysis;

/// <summary>
/// When the time of a transfer starts and ends. A fetch is timed differently from a sent file: the client opens no file, and is the
/// receiver.
/// </summary>
internal static class Clock
{
    private static readonly Kind s_send = new(
        "a sent file",
        "runs from before the file is opened until the receiver has confirmed the last byte");

    private static readonly Kind s_fetch = new(
        "a fetched message",
        "runs from before the call is made until the client has read the whole message and checked its length");

    private static readonly Kind s_download = new(
        "a served file",
        "runs from before the request is sent until the client has read the last byte of the file and checked its length");

    private static readonly Kind s_foreignDownload = s_download with { Noun = "a file of a server of another make" };

    private static readonly Kind s_foreignUpload = new(
        "an upload to a server of another make",
        "runs from before the file is opened until the answer of the server has come");

    private static readonly (string, string) s_sendReturned = (
        "Send returned",
        "'Send returned' is the time until the last send call returned. Delivery is not proven at that moment; most published "
        + "figures stop there.");

    /// <summary>The two times of a transfer: a term for each, and an explanation that is a sentence of its own.</summary>
    public static IReadOnlyList<(string Term, string Text)> Terms(RunResult run)
    {
        IReadOnlyList<Kind> kinds = KindsOf(run);
        List<(string, string)> terms = [("Sample", Sample(kinds))];
        if (kinds.Contains(s_send) || kinds.Contains(s_foreignUpload))
        {
            terms.Add(s_sendReturned);
        }

        string[] fetched = [.. kinds.Where(kind => kind != s_send && kind != s_foreignUpload).Select(kind => kind.Noun)];
        if (fetched.Length > 0)
        {
            terms.Add((
                "Response headers",
                $"For {string.Join(" and ", fetched)}, 'send returned' is the time until the response headers had arrived; delivery is "
                + "not proven at that moment either."));
        }

        return terms;
    }

    /// <summary>The start and the end of a timed transfer, as a sentence.</summary>
    public static string Sentence(RunResult run) => KindsOf(run) switch
    {
        [var only] => $"The clock {only.Span}.",
        var kinds => $"The clock {string.Join("; the clock ", kinds.Select(kind => $"of {kind.Noun} {kind.Span}"))}.",
    };

    private static string Sample(IReadOnlyList<Kind> kinds) => kinds switch
    {
        [var only] when only == s_send || only == s_foreignUpload => $"Every time {only.Span}.",
        [var only] when only == s_foreignDownload =>
            $"Every time {only.Span}. The client, which the tables call the sender, is the receiver.",
        [var only] when only == s_fetch =>
            $"Every time {only.Span}: no file is opened, and the client, which the tables call the sender, is the receiver.",
        [var only] =>
            $"Every time {only.Span}. The server opens the file within that time. The client, which the tables call the sender, is the "
            + "receiver.",
        _ => $"The time {string.Join("; the time ", kinds.Select(kind => $"of {kind.Noun} {kind.Span}"))}.",
    };

    /// <summary>The kinds of transfers in a run; that of a sent file where there is none.</summary>
    private static IReadOnlyList<Kind> KindsOf(RunResult run)
    {
        if (run.Measurements.FirstOrDefault(measurement => measurement.Dimensions.Url is not null) is { } foreign)
        {
            // Downloads and uploads are measured in runs of their own, and servers of ours as well.
            return [FetchRow.IsDownload(foreign) ? s_foreignDownload : s_foreignUpload];
        }

        bool hasFetches = run.Measurements.Any(FetchRow.IsOne);
        bool hasDownloads = run.Measurements.Any(FetchRow.IsDownload);
        bool hasSends = run.Measurements.Any(
            measurement => Verdicts.Delivers(measurement) && !FetchRow.IsOne(measurement) && !FetchRow.IsDownload(measurement));
        return
        [
            .. hasSends || !(hasFetches || hasDownloads) ? [s_send] : (Kind[])[],
            .. hasFetches ? [s_fetch] : (Kind[])[],
            .. hasDownloads ? [s_download] : (Kind[])[],
        ];
    }

    /// <param name="Noun">What is transferred.</param>
    /// <param name="Span">When the clock starts and when it stops.</param>
    private sealed record Kind(string Noun, string Span);
}
