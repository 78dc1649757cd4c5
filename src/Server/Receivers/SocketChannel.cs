using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Receivers;

/// <summary>A connected stream socket of a sender; owns the socket.</summary>
internal sealed class SocketChannel(Socket socket, Waiter waiter, ServerOptions options) : FrameChannel(waiter)
{
    private const long LingerBytes = 256L << 20;
    private static readonly TimeSpan s_lingerTime = TimeSpan.FromSeconds(1);

    private readonly SharedSocket _shared = new(socket);

    /// <inheritdoc/>
    public override SafeHandle? Socket => socket.SafeHandle;

    /// <inheritdoc/>
    public override bool MayHaveBytes => socket.Available > 0;

    /// <inheritdoc/>
    public override bool TryWatch(Func<SafeHandle, bool> watch) => _shared.TryWatch(watch);

    /// <inheritdoc/>
    public override void Begin()
    {
        if (socket.AddressFamily != AddressFamily.Unix)
        {
            socket.NoDelay = true;
        }

        socket.SendTimeout = (int)options.IdleTimeout.TotalMilliseconds;
        // A receive that is shorter than the idle timeout lets the drain look at its limits, and give its thread away. On Windows a
        // receive that has timed out is the last one.
        TimeSpan longest = CanWaitAlone && options.ParkAfter < options.IdleTimeout ? options.ParkAfter : options.IdleTimeout;
        socket.ReceiveTimeout = (int)longest.TotalMilliseconds;
    }

    /// <inheritdoc/>
    public override int Receive(Span<byte> buffer)
    {
        Waiter.Poll();
        int count = socket.Receive(buffer, SocketFlags.None, out SocketError error);
        return error switch
        {
            SocketError.Success => count,
            SocketError.TimedOut or SocketError.WouldBlock => NothingYet,
            _ => throw new SocketException((int)error),
        };
    }

    /// <inheritdoc/>
    public override void Send(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[socket.Send(bytes)..];
        }
    }

    /// <inheritdoc/>
    /// <remarks>Closing with unread bytes makes TCP send a reset, which can overtake the status: RFC 1122, 4.2.2.13.</remarks>
    public override void FinishRefusal(Span<byte> buffer)
    {
        socket.Shutdown(SocketShutdown.Send);
        long deadline = Environment.TickCount64 + (long)s_lingerTime.TotalMilliseconds;
        socket.ReceiveTimeout = (int)s_lingerTime.TotalMilliseconds;
        long discarded = 0;
        while (discarded < LingerBytes && Environment.TickCount64 < deadline
            && socket.Receive(buffer, SocketFlags.None, out SocketError _) is > 0 and int count)
        {
            discarded += count;
        }
    }

    /// <inheritdoc/>
    public override void Stop() => _shared.StopReceiving();

    /// <inheritdoc/>
    public override string? KindOf(Exception exception) => exception switch
    {
        SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock } => Idle,
        SocketException or ObjectDisposedException => ConnectionLost,
        _ => null,
    };

    /// <inheritdoc/>
    public override void Dispose() => _shared.Dispose();

    /// <summary>The peer of a connected socket, for messages; throws nothing when it has gone.</summary>
    public static string PeerOf(Socket socket)
    {
        const string Unknown = "a peer that is gone";
        try
        {
            // The client's end of an AF_UNIX connection has no name: unix(7).
            return socket.AddressFamily == AddressFamily.Unix ? LocalPeer : socket.RemoteEndPoint?.ToString() ?? Unknown;
        }
        catch (SocketException)
        {
            return Unknown;
        }
    }
}
