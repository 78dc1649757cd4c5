using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Analysis;

/// <summary>
/// When the time of a transfer starts and ends. A fetch is timed differently from a sent file: it opens no file, and the
/// client is the receiver.
/// </summary>
internal static class Clock
{
    private const string OfSends = "runs from before the file is opened until the receiver has confirmed the last byte";
    private const string OfFetches = "runs from before the call is made until the client has read the whole message and checked its length";

    private static readonly (string, string) s_sendReturned = (
        "Send returned",
        "'Send returned' is the time until the last send call returned. Delivery is not proven at that moment; most published "
        + "figures stop there.");

    private static readonly (string, string) s_headersReceived = (
        "Response headers",
        "For a fetched message, 'send returned' is the time until the response headers had arrived; delivery is not proven at "
        + "that moment either.");

    /// <summary>The two times of a transfer: a term for each, and an explanation that is a sentence of its own.</summary>
    public static IReadOnlyList<(string Term, string Text)> Terms(RunResult run) => Kinds(run) switch
    {
        (_, false) => [("Sample", $"Every time {OfSends}."), s_sendReturned],
        (false, _) =>
        [
            ("Sample", $"Every time {OfFetches}: no file is opened, and the client, which the tables call the sender, is the receiver."),
            s_headersReceived,
        ],
        _ =>
        [
            ("Sample", $"The time of a sent file {OfSends}; the time of a fetched message {OfFetches}."),
            s_sendReturned,
            s_headersReceived,
        ],
    };

    /// <summary>The start and the end of a timed transfer, as a sentence.</summary>
    public static string Sentence(RunResult run) => Kinds(run) switch
    {
        (_, false) => $"The clock {OfSends}.",
        (false, _) => $"The clock {OfFetches}.",
        _ => $"The clock of a sent file {OfSends}; the clock of a fetched message {OfFetches}.",
    };

    private static (bool Sends, bool Fetches) Kinds(RunResult run) => (
        run.Measurements.Any(measurement => Verdicts.Delivers(measurement) && !FetchRow.IsOne(measurement)),
        run.Measurements.Any(FetchRow.IsOne));
}
