using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Server.Tests;

/// <summary>A client written from the description of the wire format alone: no code of the project is used.</summary>
internal sealed class WireClient : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    private readonly Socket _socket;

    private WireClient(Socket socket) => _socket = socket;

    public static async Task<WireClient> ConnectAsync(EndPoint endpoint)
    {
        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(endpoint).WaitAsync(s_limit);
        return new WireClient(socket);
    }

    /// <summary>Its address as the other end sees it.</summary>
    public EndPoint Address => _socket.LocalEndPoint!;

    /// <summary>8 bytes, big-endian and signed, then the payload.</summary>
    public static byte[] Frame(long announced, ReadOnlySpan<byte> payload)
    {
        byte[] frame = new byte[8 + payload.Length];
        for (int i = 0; i < 8; i++)
        {
            frame[i] = (byte)(announced >> (56 - (8 * i)));
        }

        payload.CopyTo(frame.AsSpan(8));
        return frame;
    }

    public static byte[] Frame(ReadOnlySpan<byte> payload) => Frame(payload.Length, payload);

    public async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[await _socket.SendAsync(bytes).AsTask().WaitAsync(s_limit)..];
        }
    }

    /// <summary>Reads 16 bytes: the status and the checksum field, as hexadecimal digits.</summary>
    public async Task<(long Status, string ChecksumField)> ReadAnswerAsync()
    {
        byte[] answer = new byte[16];
        for (int read = 0; read < answer.Length;)
        {
            int count = await _socket.ReceiveAsync(answer.AsMemory(read)).AsTask().WaitAsync(s_limit);
            Assert.True(count > 0, $"end of stream after {read} of 16 bytes");
            read += count;
        }

        return (Convert.ToInt64(Convert.ToHexString(answer, 0, 8), 16), Convert.ToHexString(answer, 8, 8));
    }

    /// <summary>Sends one frame and expects it to be confirmed.</summary>
    public async Task ExchangeAsync(byte[] payload)
    {
        await SendAsync(Frame(payload));
        Assert.Equal((payload.Length, BitwiseCrc32C.FieldOf(payload)), await ReadAnswerAsync());
    }

    public async Task AssertEndOfStreamAsync() =>
        Assert.Equal(0, await _socket.ReceiveAsync(new byte[1]).WaitAsync(s_limit));

    /// <summary>Goes away without a goodbye: TCP sends a reset.</summary>
    public void Reset() => _socket.Close(timeout: 0);

    public void FinishSending() => _socket.Shutdown(SocketShutdown.Send);

    public void Dispose() => _socket.Dispose();
}
