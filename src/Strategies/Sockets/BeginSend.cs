using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The asynchronous programming model (APM) of .NET 1.0: BeginSend, read the next buffer during the send, EndSend.</summary>
/// <remarks>The caption of the 2009 article's charts names this call, though its loop was synchronous.</remarks>
public sealed class BeginSend(ConnectionOptions options) : SocketStrategy(options)
{
    private const int BufferSize = 64 << 10;

    private KernelBuffer _sending = new(BufferSize);
    private KernelBuffer _reading = new(BufferSize);

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "begin-send",
        StrategyFamily.Sockets,
        "FileStream.Read, Socket.BeginSend/EndSend, two 64 KiB buffers",
        options => new BeginSend(options)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.CutOff,
        SendsHeaderAlone = true,
        Allocates = AllocatingApi.SocketBeginSend,
    };

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        using FileStream file = PayloadFile.OpenStream(payload);
        connection.BeginGuard(payload);
        try
        {
            Send(file, payload);
            return connection.ReadAcknowledgement(payload);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw connection.Failed("sending", exception);
        }
        finally
        {
            connection.EndGuard();
        }
    }

    private void Send(FileStream file, Payload payload)
    {
        ArraySegment<byte> pendingBytes = Connection.Header(payload.Length);
        IAsyncResult pending = Begin(pendingBytes);
        long left = payload.Length;
        while (left > 0)
        {
            // Always pass the whole buffer: for a read of less than 4 KiB FileStream would allocate its own buffer.
            int count = (int)Math.Min(file.Read(_reading.Array, _reading.Start, BufferSize), left);
            End(pending, pendingBytes);
            if (count == 0)
            {
                throw PayloadChange.Ended(payload, payload.Length - left, file.Length);
            }

            (_sending, _reading) = (_reading, _sending);
            pendingBytes = new ArraySegment<byte>(_sending.Array, _sending.Start, count);
            pending = Begin(pendingBytes);
            left -= count;
        }

        End(pending, pendingBytes);
    }

    private IAsyncResult Begin(ArraySegment<byte> bytes) =>
        Connection.Socket.BeginSend(bytes.Array!, bytes.Offset, bytes.Count, SocketFlags.None, callback: null, state: null);

    private void End(IAsyncResult pending, ArraySegment<byte> bytes)
    {
        int sent = Connection.Socket.EndSend(pending);
        while (sent < bytes.Count)
        {
            sent += Connection.Socket.EndSend(Begin(bytes[sent..]));
        }
    }
}
