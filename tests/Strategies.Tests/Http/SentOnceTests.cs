using System.Text;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>
/// HttpClient repeats a request by itself when the server refuses it, or closes a kept connection instead of
/// answering; a sample is one request.
/// </summary>
public sealed class SentOnceTests(PayloadFolder folder)
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    public static TheoryData<string, Http2Refusal> Http2 =>
        [.. from descriptor in StrategyCatalog.All
                .Where(descriptor => descriptor.Family is StrategyFamily.Http or StrategyFamily.Rpc or StrategyFamily.Downloads
                    && descriptor.Transports.Contains(Transport.Http2))
                .DistinctBy(descriptor => Exhaustive.IsAskedFor ? descriptor.Id : descriptor.Implementation.BaseType!.FullName)
            from refusal in Enum.GetValues<Http2Refusal>()
            select (descriptor.Id, refusal)];

    public static TheoryData<string> WithoutBody =>
        [.. StrategyCatalog.All
            .Where(descriptor => descriptor.Family == StrategyFamily.Http && !descriptor.AcceptedSizes.Include(1000))
            .Select(descriptor => descriptor.Id)];

    [Theory]
    [MemberData(nameof(Http2))]
    public async Task Transfer_Http2RequestRefused_SaysSoAndDoesNotSendAgain(string id, Http2Refusal refusal)
    {
        using var server = new FakeHttp2Server(refusal);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection with { Timeout = s_limit });
        await AssertSaysSoAsync(strategy, StrategyCatalog.Find(id).AcceptedSizes.Include(1000) ? 1000 : 0);
        Assert.Equal(1, server.Requests);
    }

    [Theory]
    [MemberData(nameof(WithoutBody))]
    public async Task Transfer_Http11ConnectionClosedWithoutAnswer_SaysSoAndDoesNotSendAgain(string id)
    {
        int requests = 0;
        using var server = new FakeHttpServer(
            server =>
            {
                if (++requests > 1)
                {
                    server.Answer("200 OK", """{"bytes":0,"crc32c":null,"headers":0}""");
                }
            },
            connections: 2);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection with { Timeout = s_limit });
        await AssertSaysSoAsync(strategy, 0);
        Assert.Equal(1, requests);
    }

    [Fact]
    public async Task Request_WithoutBody_IsWhatHttpClientSendsByItself()
    {
        string head = "";
        using var server = new FakeHttpServer(server =>
        {
            head = server.Head;
            server.Answer("200 OK", """{"bytes":0,"crc32c":null,"headers":0}""");
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-none-1", server.Connection);
        await Transfers.RunAsync(strategy, folder.Get(0).Payload);
        Assert.Equal(
            $"GET {HttpResources.Request} HTTP/1.1\r\nHost: {((HttpEndPoint)server.Connection.Endpoint).Address.Authority}\r\n",
            head);
    }

    [Fact]
    public async Task Request_WithoutBodyOverHttp2_IsWhatHttpClientSendsByItself()
    {
        using var server = new FakeHttp2Server(Http2Refusal.Stream);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-none-1", server.Connection);
        await Record.ExceptionAsync(() => Transfers.RunAsync(strategy, folder.Get(0).Payload));
        // ":method: GET" and ":scheme: http" in HPACK's static table; ":authority" and ":path" by their names there, with literal values.
        byte[] authority = Encoding.ASCII.GetBytes(((HttpEndPoint)server.Connection.Endpoint).Address.Authority);
        byte[] path = Encoding.ASCII.GetBytes(HttpResources.Request);
        Assert.Equal([0x80 | 2, 0x80 | 6, 1, (byte)authority.Length, .. authority, 4, (byte)path.Length, .. path], server.Head);
    }

    [Fact]
    public void StreamSentOnce_AllocatesNoMoreThanStreamContent()
    {
        using var stream = new MemoryStream();
        Assert.Equal(Allocated(() => new StreamContent(stream)), Allocated(() => new StreamSentOnce(stream)));
    }

    private async Task AssertSaysSoAsync(ITransferStrategy strategy, int length)
    {
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(length).Payload));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains("HttpClient would send it again", exception.Message, StringComparison.Ordinal);
    }

    private static long Allocated(Func<HttpContent> make)
    {
        make().Dispose();
        long before = GC.GetAllocatedBytesForCurrentThread();
        make();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
