using System.Text.RegularExpressions;
using FileTransfer.Harness.Tracing;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>Each strategy does what its name and its line in <c>list</c> say, as strace(1) sees it.</summary>
public sealed partial class SystemCallTests(TracedServer server) : IClassFixture<TracedServer>
{
    private const int HeaderSize = 8;
    private const int Small = 1 << 10;
    private const int Above = 16 << 10;
    private const int Large = 100 << 10;
    private const int SeveralRounds = 3 << 20;

    /// <summary>Of one <c>send</c>: to the receiver that verifies, and to the one that is measured.</summary>
    private const int Connections = 2;

    private const string ZeroCopy = "MSG_ZEROCOPY";

    /// <summary>How the sentence in <c>list</c> may name a system call: the call, or the method that makes it.</summary>
    private static readonly Dictionary<string, string[]> s_words = new()
    {
        ["io_uring_enter"] = ["io_uring_enter(2)"],
        ["pread64"] = ["Read", "CopyTo", "read(2)"],
        ["read"] = ["Read", "CopyTo", "read(2)"],
        ["sendfile"] = ["sendfile(2)", "SendFile", "SendPackets"],
        ["sendmsg"] = ["sendmsg(2)", "Socket.Send", "gathering"],
        ["sendto"] = ["Socket.Send", "Socket.BeginSend", "NetworkStream.Write", "send("],
        ["splice"] = ["splice(2)"],
        ["vmsplice"] = ["vmsplice(2)"],
        ["write"] = ["Write", "CopyTo", "write(2)"],
    };

    public static TheoryData<string> Ids => [.. Moving.Select(strategy => strategy.Id)];

    public static TheoryData<string> OverTcp =>
        [.. Moving.Where(strategy => strategy.Transports[0] == "tcp").Select(strategy => strategy.Id)];

    /// <summary>
    /// Those that make their system calls themselves, and so have to make them again themselves; a third of them, but for the
    /// exhaustive run.
    /// </summary>
    public static TheoryData<string> Native =>
    [
        .. Moving
            .Where(strategy => NamedCall().IsMatch(strategy.Mechanism))
            .Where((_, index) => index % Exhaustive.Or(3, 1) == 0)
            .Select(strategy => strategy.Id),
    ];

    private static IEnumerable<StrategyDescriptor> Moving =>
        StrategyCatalog.All.Where(strategy =>
            !strategy.NeedsWindows && strategy.Delivers && strategy.Transports[0] is (Transport.Tcp or Transport.Pipe));

    [Fact]
    public void SystemCalls_OfEveryDeliveringStrategy_AreListed()
    {
        string[] without = [.. StrategyCatalog.All
            .Where(strategy => strategy.SystemCalls.Count == 0 && strategy.Delivers)
            .Select(strategy => strategy.Id)];
        Assert.True(
            without.Length == 0,
            $"the descriptors of {Words(without)} list no SystemCalls: name the calls that move the payload's "
            + "bytes; Send_1KAnd100K_AreMovedByTheSystemCallsListedAndNoOthers says which are seen");
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Send_1KAnd100K_AreMovedByTheSystemCallsListedAndNoOthers(string id)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        var traced = new List<TracedTransfers>();
        foreach (int size in SizesOf(strategy))
        {
            traced.Add(await server.SendAsync(strategy, size));
            AssertEveryByteMovedOnce(strategy, traced[^1], size);
        }

        // Some take another call for what fits into one buffer.
        IEnumerable<string> seen = traced.SelectMany(transfers => transfers.Movers).Distinct().Order(StringComparer.Ordinal);
        AssertListed(strategy, seen, traced);
    }

    /// <summary>More than any pipe, buffer or part: a native strategy takes no other call for what is larger.</summary>
    [Theory]
    [MemberData(nameof(Native))]
    public async Task Send_3M_IsMovedByNoOtherSystemCallsThanListed(string id)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        TracedTransfers traced = await server.SendAsync(strategy, SeveralRounds);

        Assert.True(
            traced.Movers.All(strategy.SystemCalls.Contains),
            $"{id} moves {SeveralRounds} bytes by {Words(traced.Movers)}, and its descriptor lists SystemCalls = "
            + $"[{Words(strategy.SystemCalls)}]. List what is seen, or take no other call for long files.\n{traced}");
        AssertEveryByteMovedOnce(strategy, traced, SeveralRounds);
    }

    /// <summary>
    /// Every connection has its pipe, named or not, enlarged to what the mechanism says, and left as it is where that says nothing.
    /// </summary>
    [Theory]
    [MemberData(nameof(Native))]
    public async Task List_SizeOfThePipe_IsWhatTheKernelGave(string id)
    {
        const int Claimed = 1 << 20;
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        TracedTransfers traced = await server.SendAsync(strategy, SeveralRounds);

        // FileSender keeps pipes for the process, of which one connection after another makes use.
        int shared = strategy.Mechanism.StartsWith("FileSender", StringComparison.Ordinal) ? 1 : 0;
        int pipes = strategy.Mechanism.Contains("1 MiB", StringComparison.Ordinal) ? Connections : 0;
        Assert.InRange(traced.Resizes.Count, pipes, pipes + shared);
        Assert.All(traced.Resizes, call => Assert.Equal(Claimed, call.Result));
    }

    [Fact]
    public async Task List_IoUringRegistered_BufferAndFilesAreRegisteredOnEveryConnection()
    {
        TracedTransfers traced = await server.SendAsync(StrategyCatalog.Find("io-uring"), Large);

        foreach (string kind in (string[])["IORING_REGISTER_BUFFERS", "IORING_REGISTER_FILES", "IORING_REGISTER_FILES_UPDATE"])
        {
            Assert.Equal(Connections, traced.Registrations.Count(call => call.Arguments.Split(", ")[1] == kind));
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task List_Mechanism_IsWhatIsSeen(string id)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        TracedTransfers traced = await server.SendAsync(strategy, Large);
        HashSet<string> movers = [.. traced.Movers];
        foreach (int size in SizesOf(strategy).Except([Small, Large]))
        {
            movers.UnionWith((await server.SendAsync(strategy, size)).Movers);
        }

        Assert.NotEmpty(movers);
        foreach (string call in movers)
        {
            string[] words = s_words.GetValueOrDefault(call, [$"{call}(2)"]);
            Assert.True(
                words.Any(word => strategy.Mechanism.Contains(word, StringComparison.Ordinal)),
                $"{id} moves the payload by {call}, and its Mechanism, "
                + $"'{strategy.Mechanism}', names none of {Words(words)}. Name it there.");
        }

        IEnumerable<string> named = NamedCall()
            .Matches(strategy.Mechanism)
            .Select(match => match.Groups["call"].Value)
            .Where(s_words.ContainsKey);
        Assert.True(
            named.All(movers.Contains),
            $"{id}: its Mechanism, '{strategy.Mechanism}', names a call that is not seen; seen are {Words(movers)}.\n{traced}");
        HashSet<string> seenFlags = [.. traced.Sends.SelectMany(call => Flags(call.Arguments))];
        Assert.True(
            Flags(strategy.Mechanism).All(seenFlags.Contains),
            $"{id}: its Mechanism, '{strategy.Mechanism}', names a flag that is not seen; seen are {Words(seenFlags)}.\n{traced}");
        Assert.Equal(strategy.Mechanism.Contains(ZeroCopy, StringComparison.Ordinal), seenFlags.Contains(ZeroCopy));
        if (seenFlags.Contains(ZeroCopy))
        {
            Assert.Contains(
                traced.Receives,
                call => call.Name == "recvmsg" && call.Arguments.Contains("MSG_ERRQUEUE", StringComparison.Ordinal) && call.Result >= 0);
        }
    }

    [Theory]
    [MemberData(nameof(OverTcp))]
    public async Task Send_1K_TakesNoMoreSendsThanClaimed(string id)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        TracedTransfers traced = await server.SendAsync(strategy, Small);

        if (traced.Enters.Count > 0)
        {
            // A send that is not linked to its read is asked for when the read has ended.
            int each = strategy.Mechanism.Contains("linked", StringComparison.Ordinal) ? 1 : 2;
            Assert.Equal(traced.Count * each, traced.Enters.Count);
            return;
        }

        // What is sent with MSG_MORE waits for what follows, so that both leave in one segment.
        int leaving = traced.Sends.Count(call => !call.Arguments.Contains("MSG_MORE", StringComparison.Ordinal));
        Assert.True(
            leaving == traced.Count * SegmentTests.SegmentsOf(strategy),
            $"{id} takes {leaving} sends for {traced.Count} transfers of {Small} bytes, "
            + $"and {traced.Count * SegmentTests.SegmentsOf(strategy)} were expected, "
            + $"because its descriptor says SendsHeaderAlone = {strategy.SendsHeaderAlone}. "
            + $"Send the header together with the first bytes, or change the descriptor.\n{traced}");
        Assert.Equal(traced.Count * (HeaderSize + Small), traced.Sends.Sum(call => call.Moved));
        if (strategy.Mechanism.Contains("one Socket.Send for both", StringComparison.Ordinal))
        {
            Assert.Equal(traced.Count, traced.Sends.Count);
            Assert.All(traced.Sends, call => Assert.Equal(HeaderSize + Small, call.Moved));
        }
    }

    [ExhaustiveTheory]
    [MemberData(nameof(Native))]
    public async Task Send_EverySecondCallInterrupted_Delivers(string id)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        // Not pread64: the dynamic loader reads by it too, and gives up when it is interrupted.
        foreach (string call in strategy.SystemCalls.Where(call => call != "pread64"))
        {
            int[] sizes = strategy.ChangesAbove.Count > 0
                ? [.. SizesOf(strategy), SeveralRounds]
                : [call == "splice" ? SeveralRounds : Large];
            bool wasInterrupted = false;
            foreach (int size in sizes)
            {
                wasInterrupted |= AssertDelivered(call, await server.SendInterruptedAsync(strategy, size, call));
            }

            Assert.True(wasInterrupted, $"no {call} was interrupted");
        }
    }

    [Theory]
    [MemberData(nameof(Native))]
    public async Task Send_OpenAndReadOfThePayloadInterrupted_Delivers(string id)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        foreach (string call in strategy.SystemCalls.Where(call => call == "pread64").Prepend("openat"))
        {
            // Small, because FileSender reads nothing larger.
            Assert.True(
                AssertDelivered(call, await server.SendInterruptedAsync(strategy, Small, call, onPayload: true)),
                $"no {call} was interrupted");
        }
    }

    private static bool AssertDelivered(string call, (int ExitCode, string Output, string Errors, bool WasInterrupted) sent)
    {
        Assert.True(sent.ExitCode == 0, $"{call}: {sent.Errors}");
        Assert.Contains("5 confirmed by the receiver", sent.Output, StringComparison.Ordinal);
        return sent.WasInterrupted;
    }

    private static void AssertEveryByteMovedOnce(StrategyDescriptor strategy, TracedTransfers traced, int size)
    {
        Assert.True(traced.Count > 5, $"{traced.Count} transfers seen\n{traced}");
        if (traced.Enters.Count > 0)
        {
            // How much they moved only the receiver can tell, and it did.
            Assert.Empty(traced.Sources);
            Assert.Empty(traced.Sends);
            return;
        }

        AssertMoved(strategy, traced, "sent", traced.Count * (HeaderSize + size), traced.Sends);
        // A mapping is read by nobody; everything else is read exactly once.
        bool isMapped = traced.Sources.Count == 0 && strategy.Mechanism.Contains("map", StringComparison.Ordinal);
        AssertMoved(strategy, traced, "taken from the file", isMapped ? 0 : traced.Count * size, traced.Sources);
    }

    private static void AssertMoved(
        StrategyDescriptor strategy,
        TracedTransfers traced,
        string what,
        long expected,
        IReadOnlyList<SystemCall> calls)
    {
        long seen = calls.Sum(call => call.Moved);
        Assert.True(
            seen == expected,
            $"{strategy.Id}: in {traced.Count} transfers {seen} bytes were {what}, and {expected} were expected: "
            + $"every byte once. Look for a byte that is copied twice, or for a call that is not traced.\n{traced}");
    }

    /// <summary>Sizes at which a strategy shows every system call that it takes.</summary>
    private static int[] SizesOf(StrategyDescriptor strategy) =>
        [.. strategy.ChangesAbove.Select(limit => limit + Above).Union([Small, Large]).Order()];

    private static void AssertListed(
        StrategyDescriptor strategy,
        IEnumerable<string> seen,
        IEnumerable<TracedTransfers> traced) => Assert.True(
        strategy.SystemCalls.SequenceEqual(seen),
        $"{strategy.Id} moves its payload by {Words(seen)}, and its descriptor lists SystemCalls = [{Words(strategy.SystemCalls)}]. "
        + $"List what is seen, in alphabetical order; a call taken for some lengths only needs ChangesAbove.\n{string.Join('\n', traced)}");

    private static string Words(IEnumerable<string> calls) => string.Join(", ", calls.Select(call => $"\"{call}\""));

    private static IEnumerable<string> Flags(string text) => Flag().Matches(text).Select(match => match.Value);

    [GeneratedRegex(@"\b(?<call>\w+)\(2\)")]
    private static partial Regex NamedCall();

    [GeneratedRegex("MSG_(MORE|ZEROCOPY)")]
    private static partial Regex Flag();
}
