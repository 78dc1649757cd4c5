using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>What <see cref="HttpOptions.Http2Window"/> makes HttpClient announce.</summary>
public sealed class Http2WindowTests
{
    [Theory]
    [InlineData(null, 65_535)]
    [InlineData(1 << 20, 1 << 20)]
    public async Task Connect_Window_IsAnnouncedInTheSettings(int? window, long announced)
    {
        using var server = new FakeHttp2Server();
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-put-stream", server.Connection with { Http = new HttpOptions { Http2Window = window } });
        Assert.Equal(announced, server.InitialWindow);
    }
}
