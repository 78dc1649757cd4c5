using FileTransfer.Harness.Tracing;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>What the strategies over HTTP and TLS ask of the kernel, as strace(1) sees it.</summary>
public sealed class HttpSystemCallTests(TracedServer server) : IClassFixture<TracedServer>
{
    private const int Large = 100 << 10;

    /// <summary>Longer than any head of a request or of a form; what moves more than that moves payload.</summary>
    private const int LongestHead = 4096;

    public static TheoryData<string> Ids =>
        [.. StrategyCatalog.All
            .Where(strategy => strategy.Transports[0] is Transport.Http or Transport.Tls && !strategy.IsConcurrent && !strategy.Fetches)
            .Select(strategy => strategy.Id)];

    /// <summary>A third of them, but for the exhaustive run: all are received by HttpClient or by our own client.</summary>
    public static TheoryData<string> Fetching =>
    [
        .. StrategyCatalog.All
            .Where(strategy => strategy.Fetches)
            .Where((_, index) => index % Exhaustive.Or(3, 1) == 0)
            .Select(strategy => strategy.Id),
    ];

    public static TheoryData<string> BySendFile => ["http-multipart-send-file", "http-put-send-file"];

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Send_100K_IsMovedByTheSystemCallsListedAndNoOthers(string id)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        TracedTransfers traced = await server.SendAsync(strategy, Large);
        IEnumerable<string> seen = traced.MovingOver(strategy.Transports[0], isFetch: false)
            .Select(call => call.Name)
            .Distinct()
            .Order(StringComparer.Ordinal);
        Assert.True(
            strategy.SystemCalls.SequenceEqual(seen),
            $"listed: {string.Join(", ", strategy.SystemCalls)}; seen: {string.Join(", ", seen)}\n{traced}");
    }

    [Theory]
    [MemberData(nameof(Fetching))]
    public async Task Fetch_100K_ArrivesByTheSystemCallsListed_AndNoFileIsRead(string id)
    {
        const int Calls = 6;
        StrategyDescriptor strategy = StrategyCatalog.Find(id);
        TracedTransfers traced = await server.SendAsync(strategy, Large);
        Assert.Equal(
            strategy.SystemCalls,
            traced.Receives.Where(call => call.Moved > 0).Select(call => call.Name).Distinct().Order(StringComparer.Ordinal));
        // Random data is as long compressed. What was counted for allocations comes on top of the verified call and the timed ones.
        Assert.InRange(traced.Receives.Sum(call => call.Moved), Calls * (long)Large, long.MaxValue);
        Assert.Empty(traced.Sources);
        Assert.All(Some.Of(traced.Sends), call => Assert.InRange(call.Moved, 1, LongestHead));
    }

    [Theory]
    [MemberData(nameof(BySendFile))]
    public async Task Send_BySendFile_NoOtherCallTouchesThePayload(string id)
    {
        TracedTransfers traced = await server.SendAsync(StrategyCatalog.Find(id), Large);
        Assert.True(traced.Sources.Count > 5, traced.ToString());
        Assert.All(Some.Of(traced.Sources), call => Assert.Equal("sendfile", call.Name));
        Assert.Equal(0, traced.Sources.Sum(call => call.Moved) % Large);
        Assert.All(Some.Of(traced.Sends.Where(call => call.Name != "sendfile")), call => Assert.InRange(call.Moved, 1, LongestHead));
    }

    [Fact]
    public async Task Send_ZeroCopy_PutsThePayloadIntoThePipeBySpliceAlone()
    {
        TracedTransfers traced = await server.SendAsync(StrategyCatalog.Find("http-multipart-splice"), Large);
        Assert.True(traced.Sources.Count > 5, traced.ToString());
        Assert.All(Some.Of(traced.Sources), call => Assert.Equal("splice", call.Name));
        Assert.Equal(0, traced.Sources.Sum(call => call.Moved) % Large);
        Assert.All(Some.Of(traced.Pipes.Where(call => call.Name == "write")), call => Assert.InRange(call.Moved, 1, LongestHead));
    }
}
