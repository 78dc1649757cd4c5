using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>What every upload makes of a connection that is lost, refused or silent, and of a file that is not there.</summary>
public sealed class HttpUploadFaultTests(PayloadFolder folder)
{
    private const int Small = 1000;
    private const int Large = 12_345_678;
    private const string Good = """{"bytes":1000,"crc32c":null}""";

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_ServerClosesAfterEveryAnswer_TheNextGoesOverAnotherConnection(string id)
    {
        const int Transfers = 3;
        // One more, because some reconnect at once.
        using var server = new FakeHttpServer(
            server =>
            {
                server.ReadBody();
                server.Send($"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {Good.Length}\r\n\r\n{Good}");
            },
            connections: Transfers + 1);
        await using ITransferStrategy strategy = await Tests.Transfers.ConnectAsync(id, server.Connection);
        Assert.Equal(Small, (await Tests.Transfers.RepeatAsync(strategy, folder.Get(Small).Payload, Transfers)).Bytes);
        Assert.InRange(server.Accepted, Transfers, Transfers + 1);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Connect_HostName_IsResolved(string id)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", Good);
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, At(server.Connection, "localhost"));
        Assert.Equal(Small, (await Transfers.RunAsync(strategy, folder.Get(Small).Payload)).Bytes);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Connect_HostNameThatIsNone_ConnectFailedNamingIt(string id)
    {
        using var server = new FakeHttpServer(_ => { });
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.ConnectAsync(id, At(server.Connection, "none.invalid")));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.Contains("none.invalid", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_ServerClosesWithinTheBody_ConnectionLost(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Large).Payload, server => server.Discard(100_000));
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
        Assert.Contains("connection lost", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_ServerClosesInsteadOfAnswering_ConnectionLost(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Small).Payload, server => server.ReadBody());
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_ServerNeverAnswers_TimedOut(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(
            id,
            folder.Get(Small).Payload,
            server =>
            {
                server.ReadBody();
                server.Wait();
            },
            isImpatient: true);
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Connect_NobodyListens_ConnectFailed(string id)
    {
        // Bound, so that nobody else takes the port, but not listening.
        using var taken = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        taken.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        ConnectionOptions nobody = new() { Endpoint = new HttpEndPoint(new Uri($"http://{taken.LocalEndPoint}"), HttpVersion.Version11) };
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.ConnectAsync(id, nobody));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        if (!StrategyCatalog.Find(id).IsSynchronous)
        {
            Assert.Contains("1 of this sender's connections could not be opened", exception.Message, StringComparison.Ordinal);
        }

        Assert.Contains(
            $"cannot connect to {((EndPoint)nobody.Endpoint).ToString()!.Replace("http://", "", StringComparison.Ordinal)}",
            exception.Message.Replace("http://", "", StringComparison.Ordinal),
            StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_FileVanished_NamesTheFile(string id)
    {
        Payload payload = folder.Missing(Small);
        TransferException exception = await HttpUploads.FailAsync(id, payload, server => server.Wait());
        Assert.Equal(TransferErrorKind.PayloadUnreadable, exception.Kind);
        Assert.Contains(payload.Path, exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Both read the file while the rest of the form waits for the server.</summary>
    [Theory]
    [InlineData("http-multipart-os-pipe")]
    [InlineData("http-multipart-splice")]
    public async Task Transfer_FileCutShortInTheMiddle_PayloadChanged(string id)
    {
        Payload payload = folder.Zeros(Large);
        using FileStream writer = new(payload.Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        TransferException exception = await HttpUploads.FailAsync(id, payload, server =>
        {
            writer.SetLength(Small);
            server.ReadBody();
        });
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Large} to {Small} bytes", exception.Message, StringComparison.Ordinal);
    }

    private static ConnectionOptions At(ConnectionOptions options, string host)
    {
        var endpoint = (HttpEndPoint)options.Endpoint;
        return options with { Endpoint = new HttpEndPoint(new UriBuilder(endpoint.Address) { Host = host }.Uri, endpoint.Version) };
    }
}
