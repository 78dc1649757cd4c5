using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>Connections that cannot be opened, which HttpClient says nothing of when it can do without them.</summary>
public sealed class HttpDialTests(PayloadFolder folder)
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Transfer_DialFailedWhileAnotherConnectionServed_ConnectFailed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux lets a connection wait that does not fit into the listener's queue");
        Payload payload = folder.Get(0).Payload;
        using var bothSent = new ManualResetEventSlim();
        using var server = new FakeHttpServer(server =>
        {
            bothSent.Wait(s_limit);
            for (int served = 0; ; served++, server.NextRequest())
            {
                server.Answer("200 OK", """{"bytes":0,"crc32c":null,"headers":0}""");
                if (served == 1)
                {
                    server.StopListening();
                }
            }
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-none-2", server.Connection);
        var requests = (IConcurrentTransferStrategy)strategy;
        var address = (HttpEndPoint)server.Connection.Endpoint;
        // The queue is full with these, so that the second dial is neither answered nor refused until nobody listens any more.
        Socket[] queue = [.. Enumerable.Range(0, FakeHttpServer.Backlog + 1).Select(_ => Connect(address.Address))];
        Task<Delivery>[] two = [.. Enumerable.Range(0, 2).Select(_ => requests.TransferAsync(payload, CancellationToken.None).AsTask())];
        bothSent.Set();
        Assert.All(
            await Task.WhenAll(two).WaitAsync(s_limit, TestContext.Current.CancellationToken),
            delivery => Assert.Equal(0, delivery.Bytes));

        using var limit = new CancellationTokenSource(s_limit);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(async () =>
        {
            while (true)
            {
                await requests.TransferAsync(payload, limit.Token);
                await Task.Delay(5, limit.Token);
            }
        });
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.Contains("1 of this sender's connections could not be opened", exception.Message, StringComparison.Ordinal);
        Assert.Contains("refused", exception.Message, StringComparison.Ordinal);
        Assert.All(queue, socket => socket.Dispose());
    }

    private static Socket Connect(Uri address)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        socket.Connect(IPAddress.Parse(address.Host), address.Port);
        return socket;
    }
}
