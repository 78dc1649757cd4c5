using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Lab.Siege;

/// <summary>
/// A sender of frames of zeros, or of requests, over one blocking socket; as simple as can be, because the server is what is looked at.
/// </summary>
internal sealed class SiegeClient : IDisposable
{
    /// <summary>Length of a small frame, in bytes.</summary>
    public const int SmallFrame = 1 << 10;

    /// <summary>Length of a usual frame, in bytes.</summary>
    public const int UsualFrame = 64 << 10;

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private readonly Socket _socket;
    private readonly byte[] _acknowledgement = new byte[Acknowledgement.Size];

    /// <summary>Connects.</summary>
    /// <exception cref="SocketException">Nobody listens there, or this process has no descriptor left.</exception>
    public SiegeClient(IPEndPoint server)
    {
        _socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            ReceiveTimeout = (int)s_limit.TotalMilliseconds,
            SendTimeout = (int)s_limit.TotalMilliseconds,
        };
        try
        {
            _socket.Connect(server);
        }
        catch
        {
            _socket.Dispose();
            throw;
        }
    }

    /// <summary>A frame of zeros, header included.</summary>
    public static byte[] Frame(int length)
    {
        byte[] frame = new byte[FrameHeader.Size + length];
        FrameHeader.Write(frame, length);
        return frame;
    }

    /// <summary>Sends bytes, whatever they are.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public void Send(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[_socket.Send(bytes)..];
        }
    }

    /// <summary>Sends a frame and waits for its acknowledgement.</summary>
    /// <returns>How long it took.</returns>
    /// <exception cref="IOException">The frame was refused, or not acknowledged.</exception>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public TimeSpan Exchange(byte[] frame)
    {
        long start = Stopwatch.GetTimestamp();
        Send(frame);
        long status = ReadStatus();
        TimeSpan took = Stopwatch.GetElapsedTime(start);
        return status == frame.Length - FrameHeader.Size
            ? took
            : throw new IOException($"the server answered {status} to a frame of {frame.Length - FrameHeader.Size} bytes");
    }

    /// <summary>Asks over HTTP/1.1 for nothing, and waits for the answer.</summary>
    /// <exception cref="IOException">The answer is another one, or none.</exception>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public void Ask()
    {
        Send("GET / HTTP/1.1\r\nHost: siege\r\n\r\n"u8);
        byte[] answer = new byte[1024];
        int read = 0;
        while (!answer.AsSpan(0, read).EndsWith("\r\n\r\n"u8))
        {
            int count = _socket.Receive(answer.AsSpan(read));
            read += count > 0 ? count : throw new IOException($"the server closed after {read} bytes of an answer");
        }

        if (!answer.AsSpan().StartsWith("HTTP/1.1 204 "u8))
        {
            throw new IOException("the server did not answer with 204");
        }
    }

    /// <summary>The status of the next answer.</summary>
    /// <exception cref="IOException">The stream ended.</exception>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public long ReadStatus() => ReadAcknowledgement().Status;

    /// <summary>The next answer.</summary>
    /// <exception cref="IOException">The stream ended, or the answer is none.</exception>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public Acknowledgement ReadAcknowledgement()
    {
        for (int read = 0; read < _acknowledgement.Length;)
        {
            int count = _socket.Receive(_acknowledgement.AsSpan(read));
            read += count > 0 ? count : throw new IOException($"the server closed after {read} of {_acknowledgement.Length} bytes");
        }

        return Acknowledgement.Read(_acknowledgement);
    }

    /// <summary>Goes away without a goodbye: TCP sends a reset.</summary>
    public void Reset() => _socket.Close(timeout: 0);

    /// <inheritdoc/>
    public void Dispose() => _socket.Dispose();
}
