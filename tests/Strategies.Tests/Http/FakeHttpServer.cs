using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>
/// An HTTP/1.1 server that greets, and then follows a script for the next request of each connection; it shares no code with the real one.
/// </summary>
internal sealed class FakeHttpServer : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _disposing = new();
    private readonly Action<FakeHttpServer> _script;
    private readonly int _connections;
    private readonly Thread _thread;
    private Socket? _connection;

    /// <param name="script">What it does once a request that is no greeting has begun.</param>
    /// <param name="connections">How many it accepts, one after another, each with the script from its start.</param>
    public FakeHttpServer(Action<FakeHttpServer> script, int connections = 1)
    {
        _script = script;
        _connections = connections;
        _listener.Server.ReceiveBufferSize = 16 << 10;
        _listener.Start(Backlog);
        _thread = new Thread(Play) { IsBackground = true, Name = "fake http" };
        _thread.Start();
    }

    public ConnectionOptions Connection =>
        new() { Endpoint = new HttpEndPoint(new Uri($"http://{_listener.LocalEndpoint}"), HttpVersion.Version11) };

    /// <summary>Connections that wait to be accepted, of which the kernel lets one more wait than this.</summary>
    public const int Backlog = 1;

    /// <summary>Connections accepted so far.</summary>
    public int Accepted { get; private set; }

    /// <summary>Head of the request that the script is about.</summary>
    public string Head { get; private set; } = "";

    /// <summary>Reads the body of the request, whichever way its length is told.</summary>
    public void ReadBody() => _ = TakeBody();

    /// <summary>The body of the request, whichever way its length is told.</summary>
    public byte[] TakeBody()
    {
        string? length = Head.Split("\r\n")
            .FirstOrDefault(line => line.StartsWith("Content-Length: ", StringComparison.OrdinalIgnoreCase))?["Content-Length: ".Length..];
        if (length is not null)
        {
            return Take(int.Parse(length, System.Globalization.CultureInfo.InvariantCulture));
        }

        List<byte> body = [];
        while (Convert.ToInt32(ReadLine(), 16) is > 0 and int size)
        {
            body.AddRange(Take(size));
            ReadLine();
        }

        ReadLine();
        return [.. body];
    }

    public void Discard(long count)
    {
        byte[] buffer = new byte[64 << 10];
        while (count > 0)
        {
            count -= Receive(buffer.AsSpan(0, (int)Math.Min(buffer.Length, count)));
        }
    }

    public void Send(string text) => Send(Encoding.ASCII.GetBytes(text));

    public void Send(ReadOnlySpan<byte> bytes) => _connection!.Send(bytes);

    public void Answer(string status, string body) => Send($"HTTP/1.1 {status}\r\nContent-Length: {body.Length}\r\n\r\n{body}");

    /// <summary>Reads the head of a further request on the same connection.</summary>
    public void NextRequest() => Head = ReadHead();

    /// <summary>Refuses whoever connects from now on.</summary>
    public void StopListening() => _listener.Stop();

    /// <summary>Leaves everything unread, and the connection open, until the test is over.</summary>
    public void Wait() => _disposing.Token.WaitHandle.WaitOne();

    public void Dispose()
    {
        _disposing.Cancel();
        _listener.Dispose();
        _connection?.Dispose();
        Assert.True(_thread.Join(s_limit), "the fake server's script does not end");
        _disposing.Dispose();
    }

    private byte[] Take(int count)
    {
        byte[] taken = new byte[count];
        for (int filled = 0; filled < count;)
        {
            filled += Receive(taken.AsSpan(filled));
        }

        return taken;
    }

    private int Receive(Span<byte> buffer) =>
        _connection!.Receive(buffer) is > 0 and int count ? count : throw new SocketException((int)SocketError.Disconnecting);

    private string ReadLine()
    {
        var line = new StringBuilder();
        Span<byte> one = stackalloc byte[1];
        while (!line.ToString().EndsWith('\n'))
        {
            Receive(one);
            line.Append((char)one[0]);
        }

        return line.ToString().TrimEnd('\r', '\n');
    }

    private string ReadHead()
    {
        var head = new StringBuilder();
        string line;
        while ((line = ReadLine()).Length > 0)
        {
            head.Append(line).Append("\r\n");
        }

        return head.ToString();
    }

    private void Play()
    {
        try
        {
            while (Accepted < _connections)
            {
                _connection?.Dispose();
                _connection = _listener.AcceptSocket();
                Accepted++;
                while ((Head = ReadHead()).StartsWith("GET / ", StringComparison.Ordinal))
                {
                    Send("HTTP/1.1 204 No Content\r\n\r\n");
                }

                _script(this);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // The client closed, or the test is over.
        }
        finally
        {
            _connection?.Dispose();
        }
    }
}
