using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>An answer over HTTP/2 that never comes: the message says what may have happened to it.</summary>
public sealed class LostAnswerTests(PayloadFolder folder)
{
    private const string Download = "serve-send-file-async-get-stream";
    private const string Hint = "try --http2-window 16M";

    [Theory]
    [InlineData(Download, 100_000, null, true)]
    [InlineData(Download, 1_000, null, false)]
    [InlineData(Download, 100_000, 1 << 20, false)]
    [InlineData("http-put-stream", 100_000, null, false)]
    public async Task Transfer_AnswerNeverComes_TimedOutWithAHintWhereKestrelMayHaveLostIt(
        string id, int length, int? window, bool isHinted)
    {
        using var server = new FakeHttp2Server(refusal: null);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            id,
            server.Connection.Impatient() with { Http = new HttpOptions { Http2Window = window } });
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(length).Payload));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
        Assert.StartsWith("no answer from http://", exception.Message, StringComparison.Ordinal);
        Assert.Equal(isHinted, exception.Message.Contains(Hint, StringComparison.Ordinal));
    }
}
