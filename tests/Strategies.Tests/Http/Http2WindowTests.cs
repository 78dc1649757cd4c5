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
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            "http-put-stream",
            server.Connection with { Http = new HttpOptions { Http2Window = window } });
        Assert.Equal(announced, server.InitialWindow);
    }

    [Theory]
    [InlineData("rpc-grpc-net-unary", null, 65_535)]
    [InlineData("rpc-grpc-net-stream-1m", null, 65_535)]
    [InlineData("rpc-grpc-net-unary-tuned", null, 16 << 20)]
    [InlineData("rpc-grpc-net-stream-1m-tuned", null, 16 << 20)]
    [InlineData("rpc-grpc-net-unary-tuned", 1 << 20, 1 << 20)]
    public async Task Connect_GeneratedClient_IsTunedWhereItsIdSaysSo(string id, int? window, long announced)
    {
        using var server = new FakeHttp2Server();
        ConnectionOptions connection = server.Connection with { Http = new HttpOptions { Http2Window = window } };
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, connection);
        Assert.Equal(announced, server.InitialWindow);
    }
}
