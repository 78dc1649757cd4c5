using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A peer of HTTP/2 over plain TCP that sends any frames it likes (RFC 9113), and reads only when it is told to.</summary>
internal sealed class Http2Attacker : IDisposable
{
    /// <summary>Types of frames (RFC 9113, 6).</summary>
    public const byte Data = 0;
    public const byte Headers = 1;
    public const byte Priority = 2;
    public const byte ResetStream = 3;
    public const byte Settings = 4;
    public const byte Ping = 6;
    public const byte GoAway = 7;
    public const byte WindowUpdate = 8;
    public const byte Continuation = 9;

    public const byte EndStream = 0x1;
    public const byte EndHeaders = 0x4;

    private const int FrameHead = 9;

    private readonly Socket _socket;

    private Http2Attacker(Socket socket) => _socket = socket;

    /// <summary>Connects and begins the connection.</summary>
    /// <param name="address">Of the receiver: http://host:port.</param>
    /// <param name="settings">The body of its settings; none keeps the defaults.</param>
    public static async Task<Http2Attacker> ConnectAsync(string address, byte[]? settings = null)
    {
        var uri = new Uri(address);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Parse(uri.Host), uri.Port).WaitAsync(ServerCommand.Limit);
        var attacker = new Http2Attacker(socket);
        await attacker.SendAsync(
            (byte[])[.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, .. Frame(Settings, flags: 0, stream: 0, settings ?? [])]);
        return attacker;
    }

    /// <summary>One frame.</summary>
    public static byte[] Frame(byte type, byte flags, int stream, ReadOnlySpan<byte> body)
    {
        byte[] frame = new byte[FrameHead + body.Length];
        frame[0] = (byte)(body.Length >> 16);
        BinaryPrimitives.WriteUInt16BigEndian(frame.AsSpan(1), (ushort)body.Length);
        frame[3] = type;
        frame[4] = flags;
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        body.CopyTo(frame.AsSpan(FrameHead));
        return frame;
    }

    /// <summary>Names and values as literals of HPACK (RFC 7541, 6.2.2) that no table keeps.</summary>
    public static byte[] Block(params (string Name, string Value)[] fields) =>
        [.. fields.SelectMany(field => (byte[])[0, .. Text(field.Name), .. Text(field.Value)])];

    /// <summary>What a request by POST begins with.</summary>
    public static byte[] Post(string path, string type = "application/octet-stream") => Block(
        (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"), ("content-type", type));

    /// <exception cref="SocketException">The server has closed the connection, or takes no more bytes within the limit.</exception>
    public async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        using var limit = new CancellationTokenSource(ServerCommand.Limit);
        try
        {
            while (!bytes.IsEmpty)
            {
                bytes = bytes[await _socket.SendAsync(bytes, limit.Token)..];
            }
        }
        catch (OperationCanceledException)
        {
            throw new SocketException((int)SocketError.TimedOut);
        }
    }

    /// <summary>Sends the same bytes again and again, at most so many of them.</summary>
    /// <returns>Whether the server ended the connection before all were sent.</returns>
    public async Task<bool> FloodAsync(byte[] bytes, long most)
    {
        try
        {
            for (long sent = 0; sent < most; sent += bytes.Length)
            {
                await SendAsync(bytes);
            }

            return false;
        }
        catch (SocketException exception) when (exception.SocketErrorCode != SocketError.TimedOut)
        {
            return true;
        }
    }

    /// <summary>Reads until the server closes the connection.</summary>
    /// <returns>The code of its GOAWAY (RFC 9113, 7), or null without one.</returns>
    public async Task<uint?> ReadToEndAsync()
    {
        using var stream = new NetworkStream(_socket, ownsSocket: false);
        byte[] head = new byte[FrameHead];
        uint? code = null;
        try
        {
            while (await stream.ReadAtLeastAsync(head, FrameHead, throwOnEndOfStream: false).AsTask().WaitAsync(ServerCommand.Limit)
                == FrameHead)
            {
                byte[] body = new byte[(head[0] << 16) + BinaryPrimitives.ReadUInt16BigEndian(head.AsSpan(1))];
                await stream.ReadExactlyAsync(body).AsTask().WaitAsync(ServerCommand.Limit);
                if (head[3] == GoAway)
                {
                    code = BinaryPrimitives.ReadUInt32BigEndian(body.AsSpan(4));
                }
            }
        }
        catch (IOException)
        {
            // A reset after what was read.
        }

        return code;
    }

    public void Dispose() => _socket.Dispose();

    private static byte[] Text(string text) => [(byte)text.Length, .. Encoding.ASCII.GetBytes(text)];
}
