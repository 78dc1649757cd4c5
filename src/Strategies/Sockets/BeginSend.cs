using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The asynchronous programming model (APM) of .NET 1.0: BeginSend, read the next buffer during the send, EndSend.</summary>
/// <remarks>The caption of the 2009 article's charts names this call, though its loop was synchronous.</remarks>
public sealed class BeginSend(ConnectionOptions options) : SocketStrategy(options)
{
    private const int BufferSize = 64 << 10;

    private byte[] _sending = new byte[BufferSize];
    private byte[] _reading = new byte[BufferSize];

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
        byte[] pendingBuffer = Connection.Header(payload.Length);
        int pendingCount = pendingBuffer.Length;
        IAsyncResult pending = Begin(pendingBuffer, 0, pendingCount);
        long left = payload.Length;
        while (left > 0)
        {
            // Always pass the whole buffer: for a read of less than 4 KiB FileStream would allocate its own buffer.
            int count = (int)Math.Min(file.Read(_reading, 0, BufferSize), left);
            End(pending, pendingBuffer, pendingCount);
            if (count == 0)
            {
                throw PayloadChange.Ended(payload, payload.Length - left, file.Length);
            }

            (_sending, _reading) = (_reading, _sending);
            pending = Begin(_sending, 0, count);
            pendingBuffer = _sending;
            pendingCount = count;
            left -= count;
        }

        End(pending, pendingBuffer, pendingCount);
    }

    private IAsyncResult Begin(byte[] buffer, int offset, int count) =>
        Connection.Socket.BeginSend(buffer, offset, count, SocketFlags.None, callback: null, state: null);

    private void End(IAsyncResult pending, byte[] buffer, int count)
    {
        int sent = Connection.Socket.EndSend(pending);
        while (sent < count)
        {
            sent += Connection.Socket.EndSend(Begin(buffer, sent, count - sent));
        }
    }
}
