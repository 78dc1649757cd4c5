using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Results.Reports;

/// <summary>The environment of a run as text.</summary>
internal static class EnvironmentFacts
{
    private const string Unknown = "unknown";
    private const double BytesPerGiB = 1L << 30;

    private static readonly (string Fact, Func<MachineFacts, string?> Value)[] s_facts =
    [
        ("operating system", machine => machine.OperatingSystem),
        ("kernel", machine => machine.Kernel),
        ("processor", machine => machine.Processor),
        ("cores", machine => machine.Cores.ToString(CultureInfo.InvariantCulture)),
        ("memory", machine => $"{Digits.Significant(machine.MemoryBytes / BytesPerGiB, 3)} GiB"),
        (".NET", machine => machine.Runtime),
        ("garbage collector", machine => machine.GarbageCollector),
        ("commit", machine => machine.Commit),
        ("default congestion control", machine => machine.DefaultCongestionControl),
    ];

    /// <summary>One row per fact, with its value at each end.</summary>
    public static IReadOnlyList<(string Fact, string Sender, string Receiver)> Ends(RunEnvironment environment) =>
    [
        .. s_facts.Select(fact => (
            fact.Fact,
            fact.Value(environment.Sender) ?? Unknown,
            (environment.Receiver is null ? null : fact.Value(environment.Receiver)) ?? Unknown)),
        .. environment.Pinned is { } pinned
            ? [("pinned to processor", Pin(pinned, PinnedProcessor.Sender), Pin(pinned, PinnedProcessor.Receiver))]
            : Array.Empty<(string, string, string)>(),
        ("congestion control used", environment.SenderCongestionControl ?? Unknown, environment.ReceiverCongestionControl ?? Unknown),
    ];

    /// <summary>The table of <see cref="Ends"/>.</summary>
    public static Table Table(RunEnvironment environment) => new(
        ["", "sender", "receiver"],
        Ends(environment).Select(end => (string[])[end.Fact, end.Sender, end.Receiver]))
    {
        Caption = "Both ends of the transfers",
    };

    private static string Pin(IReadOnlyList<PinnedProcessor> pinned, string end)
    {
        if (pinned.FirstOrDefault(processor => processor.End == end) is not { } found)
        {
            return "none";
        }

        string siblings = found.Siblings is { Count: > 0 } others ? $", beside {ProcessorList.Text(others)} in one core" : "";
        return string.Create(CultureInfo.InvariantCulture, $"{found.Processor}{siblings}");
    }

    /// <summary>Sentences about both ends and the path between them.</summary>
    public static IReadOnlyList<string> Both(RunEnvironment environment) =>
    [
        .. environment.Receiver is null
            ? ["The receiver never answered, or does not tell what it is, so nothing is known about it."]
            : Array.Empty<string>(),
        environment.Link is { } link
            ? $"Both ends are on one machine, with a simulated network between them: {link.Specification}, made by a {link.Mechanism}."
            : environment.Loopback
                ? "Both ends are on one machine: no network card or cable is involved."
                : "The ends are connected by a network.",
        .. environment.Path is { } path ? [$"{PathText.Of(path)}."] : Array.Empty<string>(),
        $"The payloads are on {environment.PayloadFileSystem}.",
        .. environment.EmptyRoundTrips.Select(empty =>
            $"The round trip of an empty frame and its acknowledgement takes {new Nanoseconds(empty.MedianNanoseconds)} over "
            + $"{empty.Transport} (median; shortest {new Nanoseconds(empty.MinimumNanoseconds)}): the cost of the path without a file."),
        $"Memory is copied at {Digits.Significant(environment.MemoryCopyGBps, 3)} GB/s: no delivery can be faster.",
        .. Doctor(environment.Doctor),
    ];

    private static IEnumerable<string> Doctor(Examinations? doctor)
    {
        if (doctor is null)
        {
            yield break;
        }

        string[] before = [.. DoctorText.Sentences(doctor.Before)];
        yield return before.Length == 0
            ? "Before the run the doctor found nothing that spoils a measurement."
            : $"Before the run the doctor found: {string.Join("; ", before)}.";
        if (DoctorText.Changes(doctor).ToArray() is { Length: > 0 } changes)
        {
            yield return $"After it: {string.Join("; ", changes)}.";
        }
    }
}
