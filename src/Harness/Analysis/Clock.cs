using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Analysis;

/// <summary>From when to when a run's times were taken. A fetch is timed otherwise than a file sent: it opens none, and the client is what receives.</summary>
internal static class Clock
{
    private const string OfSends = "runs from before the file is opened until the receiver has confirmed the last byte";
    private const string OfFetches = "runs from before the call is made until the client has read all that it asked for and checked its length";

    private static readonly (string, string) s_sendReturned = ("Send returned", "'send returned' is when the last send call came back. Nothing is proven at that moment; most published figures stop there.");
    private static readonly (string, string) s_headCame = ("Head of the answer", "'send returned' of a message fetched is when the head of its answer had come; nothing is proven at that moment either.");

    /// <summary>The two times of a transfer: terms, and explanations that stand for themselves.</summary>
    public static IReadOnlyList<(string Term, string Text)> Terms(RunResult run) => Kinds(run) switch
    {
        (_, false) => [("Sample", $"Every time {OfSends}."), s_sendReturned],
        (false, _) => [("Sample", $"Every time {OfFetches}: no file is opened, and the client, which the tables call the sender, is the receiver."), s_headCame],
        _ => [("Sample", $"The time of a file sent {OfSends}; that of a message fetched {OfFetches}."), s_sendReturned, s_headCame],
    };

    /// <summary>The time of a sample in a sentence.</summary>
    public static string Sentence(RunResult run) => Kinds(run) switch
    {
        (_, false) => $"The clock {OfSends}.",
        (false, _) => $"The clock {OfFetches}.",
        _ => $"The clock of a file sent {OfSends}, that of a message fetched {OfFetches}.",
    };

    private static (bool Sends, bool Fetches) Kinds(RunResult run) => (
        run.Measurements.Any(measurement => Verdicts.Delivers(measurement) && !FetchRow.IsOne(measurement)),
        run.Measurements.Any(FetchRow.IsOne));
}
