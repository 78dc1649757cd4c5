using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>HttpClient repeats a request by itself when the server refuses its stream; a sample is one request.</summary>
public sealed class SentOnceTests(PayloadFolder folder)
{
    public static TheoryData<string> Ids =>
        [.. StrategyCatalog.All.Where(descriptor => descriptor.Family == StrategyFamily.Http && descriptor.Transports.Contains(Transport.Http2) && descriptor.Takes(1000)).Select(descriptor => descriptor.Id)];

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_StreamRefused_SaysSoAndDoesNotSendAgain(string id)
    {
        using var server = new FakeHttp2Server();
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection with { Timeout = TimeSpan.FromSeconds(10) });
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, folder.Get(1000).Payload));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains("asked for it to be sent again", exception.Message, StringComparison.Ordinal);
        Assert.Equal(1, server.Refused);
    }

    [Fact]
    public void StreamSentOnce_AllocatesNoMoreThanStreamContent()
    {
        using var stream = new MemoryStream();
        Assert.Equal(Allocated(() => new StreamContent(stream)), Allocated(() => new StreamSentOnce(stream)));
    }

    private static long Allocated(Func<HttpContent> make)
    {
        make().Dispose();
        long before = GC.GetAllocatedBytesForCurrentThread();
        make();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
