using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>
/// An HTTP/2 server without TLS that greets, refuses the first request once it has read it, and answers those that follow.
/// </summary>
internal sealed class FakeHttp2Server : IDisposable
{
    private const byte Data = 0;
    private const byte Headers = 1;
    private const byte ResetStream = 3;
    private const byte Settings = 4;
    private const byte Ping = 6;
    private const byte GoAway = 7;
    private const byte Acknowledged = 1;
    private const byte EndOfStream = 1;
    private const byte EndOfHeaders = 4;
    private const byte RefusedStream = 7;
    private const int InitialWindowSize = 4;
    private const int Preface = 24;

    /// <summary>A client's first stream.</summary>
    private const byte Greeting = 1;

    /// <summary>":status: 204" in HPACK's static table: RFC 7541, appendix A.</summary>
    private const byte NoContent = 0x80 | 9;

    /// <summary>":status: 200", likewise.</summary>
    private const byte Ok = 0x80 | 8;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Http2Refusal? _refusal;
    private readonly Thread _thread;
    private Socket? _connection;
    private bool _hasGreeted;

    /// <param name="refusal">How it refuses the first request; null when it never answers that one.</param>
    public FakeHttp2Server(Http2Refusal? refusal = Http2Refusal.Stream)
    {
        _refusal = refusal;
        _listener.Start(1);
        _thread = new Thread(Play) { IsBackground = true, Name = "fake http2" };
        _thread.Start();
    }

    public ConnectionOptions Connection =>
        new() { Endpoint = new HttpEndPoint(new Uri($"http://{_listener.LocalEndpoint}"), HttpVersion.Version20) };

    /// <summary>Head of the first request, in HPACK.</summary>
    public byte[]? Head { get; private set; }

    /// <summary>Requests that were read to their end.</summary>
    public int Requests { get; private set; }

    /// <summary>What the client's SETTINGS_INITIAL_WINDOW_SIZE says, in bytes; null before that. RFC 9113, 6.5.2.</summary>
    public long? InitialWindow { get; private set; }

    public void Dispose()
    {
        _listener.Dispose();
        _connection?.Dispose();
        Assert.True(_thread.Join(s_limit), "the fake server does not end");
    }

    private void Play()
    {
        try
        {
            while (true)
            {
                _connection?.Dispose();
                _connection = _listener.AcceptSocket();
                Receive(Preface);
                Send(Settings, flags: 0, stream: 0);
                while (Answer())
                {
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // The client closed, or the test is over.
        }
    }

    /// <summary>Reads a frame and answers it; false when that was the last of the connection.</summary>
    private bool Answer()
    {
        byte[] head = Receive(9);
        int stream = BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(5));
        byte[] content = Receive((head[0] << 16) | (head[1] << 8) | head[2]);
        (byte type, byte flags) = (head[3], head[4]);
        for (int i = 0; type == Settings && i < content.Length; i += 6)
        {
            InitialWindow = BinaryPrimitives.ReadUInt16BigEndian(content.AsSpan(i)) == InitialWindowSize
                ? BinaryPrimitives.ReadUInt32BigEndian(content.AsSpan(i + 2))
                : InitialWindow;
        }

        if (type is Settings or Ping && (flags & Acknowledged) == 0)
        {
            Send(type, Acknowledged, stream: 0, type == Ping ? content : []);
        }
        else if (type == Headers && !_hasGreeted)
        {
            _hasGreeted = true;
            Send(Headers, EndOfStream | EndOfHeaders, stream, NoContent);
        }
        else if (type is Headers or Data)
        {
            Head ??= content;
            return (flags & EndOfStream) == 0 || AnswerRequest(stream);
        }

        return true;
    }

    private bool AnswerRequest(int stream)
    {
        if (++Requests > 1)
        {
            Send(Headers, EndOfHeaders, stream, Ok);
            Send(Data, EndOfStream, stream, """{"bytes":0,"crc32c":null,"headers":0}"""u8.ToArray());
            return true;
        }

        if (_refusal is null)
        {
            return true;
        }

        if (_refusal == Http2Refusal.Stream)
        {
            Send(ResetStream, flags: 0, stream, 0, 0, 0, RefusedStream);
            return true;
        }

        // The greeting was the last stream that was served; there is no error.
        Send(GoAway, flags: 0, stream: 0, 0, 0, 0, Greeting, 0, 0, 0, 0);
        return false;
    }

    private byte[] Receive(int count)
    {
        byte[] bytes = new byte[count];
        for (int received = 0; received < count;)
        {
            received += _connection!.Receive(bytes.AsSpan(received)) is > 0 and int part
                ? part
                : throw new SocketException((int)SocketError.Disconnecting);
        }

        return bytes;
    }

    private void Send(byte type, byte flags, int stream, params byte[] content)
    {
        byte[] frame = [0, 0, (byte)content.Length, type, flags, 0, 0, 0, (byte)stream, .. content];
        _connection!.Send(frame);
    }
}
