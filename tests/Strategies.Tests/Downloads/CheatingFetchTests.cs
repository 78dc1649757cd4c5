using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>The client of framed files refuses what is not the whole file, whatever a server makes of it.</summary>
public sealed class CheatingFetchTests(PayloadFolder folder)
{
    private const string Id = "fetch-file-sender";
    private const int Size = 1000;

    /// <summary>Announced length or negative status, number of bytes behind it, and what the client must say.</summary>
    public static TheoryData<long, int, string> Cheats => new()
    {
        { -404, 0, "answered 404 instead of 200; .*--files" },
        { -503, 0, "answered 503 instead of 200; .*restart it" },
        { -1, 0, "answered 1 instead of 200" },
        { -200, 1000, "announced -200 bytes, but the file has 1000" },
        { long.MinValue, 0, "answered 2147483647 instead of 200" },
        { 999, 999, "announced 999 bytes, but the file has 1000" },
        { 1001, 1001, "announced 1001 bytes, but the file has 1000" },
        { 0, 0, "announced 0 bytes, but the file has 1000" },
        { long.MaxValue, 0, "announced 9223372036854775807 bytes" },
        { 1000, 999, "(closed the connection before the file was complete|connection lost)" },
        { 1000, 0, "(closed the connection before the file was complete|connection lost)" },
        { 1000, 1001, "more than the 1000 bytes of the file came" },
        // What an HTTP server would begin with.
        { 0x485454502F312E31, 1000, "announced 5211883372140375601 bytes" },
    };

    [Theory]
    [MemberData(nameof(Cheats))]
    public async Task Answer_ThatIsNotTheFile_IsRefused(long announced, int bytes, string message)
    {
        TransferException exception = await FailAsync(socket => socket.Send([.. Header(announced), .. new byte[bytes]]));
        Assert.Contains(
            exception.Kind,
            (TransferErrorKind[])[TransferErrorKind.Rejected, TransferErrorKind.Mismatch, TransferErrorKind.ConnectionLost]);
        Assert.Matches(message, exception.Message);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    public async Task Answer_WithoutALength_IsConnectionLost(int bytes)
    {
        TransferException exception = await FailAsync(socket => socket.Send(new byte[bytes]));
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
    }

    [Fact]
    public async Task Answer_ThatNeverEnds_FailsInTime()
    {
        TransferException exception = await FailAsync(
            socket =>
            {
                socket.Send([.. Header(Size), 1, 2, 3]);
                // Until the client has given up.
                _ = socket.Receive(new byte[1]);
            },
            TimeSpan.FromMilliseconds(500));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    /// <summary>Another file, a stale one or zeros have the right length: the checksum tells, and the harness compares it.</summary>
    [Fact]
    public async Task Answer_OfOtherContent_HasAnotherChecksum()
    {
        TestPayload file = folder.Get(Size);
        using var server = new Server(socket => socket.Send([.. Header(Size), .. new byte[Size]]));
        await using ITransferStrategy strategy = await ConnectAsync(server, TimeSpan.FromSeconds(20));
        Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
        Assert.Equal(Size, delivery.Bytes);
        Assert.NotEqual(file.Crc32C, delivery.Crc32C);
    }

    [Fact]
    public async Task Transfer_AfterAFailure_IsOutOfStep()
    {
        using var server = new Server(socket => socket.Send(Header(5)));
        await using ITransferStrategy strategy = await ConnectAsync(server, TimeSpan.FromSeconds(20));
        Payload payload = folder.Get(Size).Payload;
        await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        Assert.Equal(TransferErrorKind.OutOfStep, exception.Kind);
    }

    private static byte[] Header(long length)
    {
        byte[] header = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(header, length);
        return header;
    }

    private static Task<ITransferStrategy> ConnectAsync(Server server, TimeSpan timeout) => Transfers.ConnectAsync(Id, new ConnectionOptions
    {
        Endpoint = new FetchEndPoint(server.Address) { IsVerifying = true },
        Timeout = timeout,
        ConnectTimeout = TimeSpan.FromSeconds(20),
        CheckInterval = TimeSpan.FromMilliseconds(100),
    });

    private async Task<TransferException> FailAsync(Action<Socket> answer, TimeSpan? timeout = null)
    {
        using var server = new Server(answer);
        await using ITransferStrategy strategy = await ConnectAsync(server, timeout ?? TimeSpan.FromSeconds(20));
        return await Assert.ThrowsAnyAsync<TransferException>(() => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
    }

    /// <summary>Reads one request, answers it, and closes the connection.</summary>
    private sealed class Server : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly Thread _thread;

        public Server(Action<Socket> answer)
        {
            _listener.Start();
            _thread = new Thread(() =>
            {
                try
                {
                    using Socket socket = _listener.AcceptSocket();
                    socket.ReceiveTimeout = 60_000;
                    byte[] request = new byte[100];
                    int expected = Header(0).Length + $"/serve/file-sender/{Size}-1".Length;
                    for (int read = 0; read < expected;)
                    {
                        read += socket.Receive(request.AsSpan(read)) is > 0 and int count ? count : throw new SocketException();
                    }

                    answer(socket);
                    socket.Shutdown(SocketShutdown.Send);
                    // A close with unread bytes would reset what was sent.
                    while (socket.Receive(request) > 0)
                    {
                    }
                }
                catch (SocketException)
                {
                    // The client, or the test, is over.
                }
            })
            {
                IsBackground = true,
            };
            _thread.Start();
        }

        public IPEndPoint Address => (IPEndPoint)_listener.LocalEndpoint;

        public void Dispose()
        {
            _listener.Dispose();
            _thread.Join();
        }
    }
}
