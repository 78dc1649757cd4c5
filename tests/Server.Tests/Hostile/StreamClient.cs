using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A client of a receiver of frames over TCP, AF_UNIX or TLS, which may misbehave in every way that its stream allows.</summary>
internal sealed class StreamClient : IDisposable
{
    /// <summary>The receiver that keeps files.</summary>
    public const string Keep = "keep";

    private readonly Socket _socket;
    private readonly Stream _stream;

    private StreamClient(Socket socket, Stream stream)
    {
        _socket = socket;
        _stream = stream;
    }

    /// <summary>The kinds of receivers that frames are sent to over streams.</summary>
    public static string[] Kinds => ["tcp", "tcp-verify", "unix", "unix-verify", "tls", "tls-verify"];

    /// <summary>The same, and the one that keeps files, of which the first frame says how.</summary>
    public static string[] KindsAndKeep => [.. Kinds, Keep];

    public Socket Socket => _socket;

    /// <summary>How files are to be kept: a way that every system has.</summary>
    private static byte[] Introduction => "file-stream-64k preallocate=off durability=none"u8.ToArray();

    public static async Task<StreamClient> ConnectAsync(RunningServer server, string kind)
    {
        string address = server.Addresses[kind];
        EndPoint endpoint = kind.StartsWith("unix", StringComparison.Ordinal)
            ? new UnixDomainSocketEndPoint(address)
            : IPEndPoint.Parse(address);
        StreamClient client = await ConnectAsync(endpoint, kind.StartsWith("tls", StringComparison.Ordinal));
        if (kind == Keep)
        {
            await client.SendAsync(WireClient.Frame(Introduction));
            Assert.Equal(Introduction.Length, await client.ReadStatusAsync());
        }

        return client;
    }

    public static async Task<StreamClient> ConnectAsync(EndPoint endpoint, bool isEncrypted)
    {
        bool isUnix = endpoint is UnixDomainSocketEndPoint;
        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp);
        await socket.ConnectAsync(endpoint).WaitAsync(ServerCommand.Limit);
        var plain = new NetworkStream(socket, ownsSocket: true);
        if (!isEncrypted)
        {
            return new StreamClient(socket, plain);
        }

        var stream = new SslStream(plain, leaveInnerStreamOpen: false, (_, certificate, _, _) => certificate is not null);
        await stream.AuthenticateAsClientAsync("localhost").WaitAsync(ServerCommand.Limit);
        return new StreamClient(socket, stream);
    }

    public Task SendAsync(ReadOnlyMemory<byte> bytes) => _stream.WriteAsync(bytes).AsTask().WaitAsync(ServerCommand.Limit);

    /// <summary>The status of the next answer.</summary>
    public async Task<long> ReadStatusAsync(TimeSpan? limit = null)
    {
        byte[] answer = new byte[16];
        await _stream.ReadExactlyAsync(answer).AsTask().WaitAsync(limit ?? ServerCommand.Limit);
        return Convert.ToInt64(Convert.ToHexString(answer, 0, 8), 16);
    }

    /// <summary>Sends one frame and expects it to be confirmed.</summary>
    public async Task ExchangeAsync(int size)
    {
        await SendAsync(WireClient.Frame(Content.Of(size)));
        Assert.Equal(size, await ReadStatusAsync());
    }

    /// <summary>Says that nothing follows; answers can still be read.</summary>
    public void FinishSending() => _socket.Shutdown(SocketShutdown.Send);

    /// <summary>Expects that the server closes, and sends nothing before it does.</summary>
    public async Task AssertEndOfStreamAsync()
    {
        try
        {
            Assert.Equal(0, await _stream.ReadAsync(new byte[1]).AsTask().WaitAsync(ServerCommand.Limit));
        }
        catch (IOException)
        {
            // A TLS stream that ends without a goodbye.
        }
    }

    /// <summary>Waits until the server has closed the connection, in whatever way.</summary>
    public async Task AssertClosedAsync()
    {
        byte[] rest = new byte[1024];
        try
        {
            while (await _stream.ReadAsync(rest).AsTask().WaitAsync(ServerCommand.Limit) > 0)
            {
            }
        }
        catch (IOException)
        {
            // A reset, or a TLS stream that ends without a goodbye.
        }
    }

    /// <summary>Goes away without a goodbye: TCP sends a reset.</summary>
    public void Reset() => _socket.Close(timeout: 0);

    public void Dispose()
    {
        _stream.Dispose();
        _socket.Dispose();
    }
}
