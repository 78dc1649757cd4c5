using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Receivers;

/// <summary>A pair of named pipes with a sender at the other ends, to be drained; owns both descriptors. Linux.</summary>
/// <remarks>
/// It waits in read(2) alone, because a poll(2) before each would be one more system call for every receive. Nothing
/// but data or a hang-up ends such a wait, so whoever wants to end it puts a byte of its own into the pipe, after it has
/// said why: the reader looks at the reason before it looks at the byte.
/// </remarks>
internal sealed class FifoChannel(SafeFileHandle frames, SafeFileHandle acknowledgements, TimeSpan idleTimeout) : FrameChannel
{
    private const int LooksPerTimeout = 4;
    private static readonly TimeSpan s_stopInterval = TimeSpan.FromMilliseconds(20);

    private readonly Lock _closing = new();
    private Timer? _idleWatch;
    private long _receives;
    private long _receivesSeen;
    private int _looksWithout;
    private bool _closed;
    private volatile bool _stopping;
    private volatile bool _idle;

    /// <inheritdoc/>
    public override string Peer => LocalPeer;

    /// <inheritdoc/>
    public override void Begin()
    {
        TimeSpan interval = idleTimeout / LooksPerTimeout;
        _idleWatch = new Timer(_ => Look(), state: null, interval, interval);
    }

    /// <inheritdoc/>
    /// <exception cref="TimeoutException">The sender was silent for too long.</exception>
    /// <exception cref="IOException">The pipe cannot be read.</exception>
    public override unsafe int Receive(Span<byte> buffer)
    {
        nint count;
        fixed (byte* bytes = buffer)
        {
            while ((count = Read.Invoke(frames, bytes, (nuint)buffer.Length)) < 0)
            {
                if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw new IOException(Marshal.GetPInvokeErrorMessage(errno));
                }
            }
        }

        if (_stopping)
        {
            // One of them is our own, and nobody knows which: none may count as the sender's.
            HasDropped |= count > 1;
            return 0;
        }

        ThrowIfIdle();
        Volatile.Write(ref _receives, _receives + 1);
        return (int)count;
    }

    /// <inheritdoc/>
    /// <exception cref="TimeoutException">The sender does not read its acknowledgements.</exception>
    /// <exception cref="IOException">The sender is gone, or the server stops while the pipe is full.</exception>
    public override unsafe void Send(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* start = bytes)
        {
            // 16 bytes are written whole or not at all: pipe(7), PIPE_BUF.
            while (Write.Invoke(acknowledgements, start, (nuint)bytes.Length) < 0)
            {
                int errno = Marshal.GetLastPInvokeError();
                if (errno == Errno.TryAgain && !_stopping)
                {
                    ThrowIfIdle();
                    var room = new Poll.Entry { Descriptor = (int)acknowledgements.DangerousGetHandle(), Asked = Poll.Out };
                    _ = Poll.Invoke(ref room, 1, (int)s_stopInterval.TotalMilliseconds);
                }
                else if (errno != Errno.Interrupted)
                {
                    throw new IOException(Marshal.GetPInvokeErrorMessage(errno));
                }
            }
        }
    }

    /// <inheritdoc/>
    /// <remarks>Nothing is left to do: what is in a pipe stays there for its reader when the writer has closed.</remarks>
    public override void FinishRefusal(Span<byte> buffer)
    {
    }

    /// <inheritdoc/>
    public override void Stop()
    {
        _stopping = true;
        EndReceive();
    }

    /// <inheritdoc/>
    public override string? KindOf(Exception exception) => exception switch
    {
        TimeoutException => Idle,
        IOException or ObjectDisposedException => ConnectionLost,
        _ => null,
    };

    /// <inheritdoc/>
    public override void Dispose()
    {
        _idleWatch?.Dispose();
        lock (_closing)
        {
            _closed = true;
            // In this order: a sender that finds nobody at the frames finds all acknowledgements.
            acknowledgements.Dispose();
            frames.Dispose();
        }
    }

    private void ThrowIfIdle()
    {
        if (_idle)
        {
            throw new TimeoutException("nothing moved for too long");
        }
    }

    private void Look()
    {
        long receives = Volatile.Read(ref _receives);
        _looksWithout = receives == _receivesSeen ? _looksWithout + 1 : 0;
        _receivesSeen = receives;
        if (_looksWithout >= LooksPerTimeout)
        {
            _idle = true;
            EndReceive();
        }
    }

    private unsafe void EndReceive()
    {
        lock (_closing)
        {
            if (_closed)
            {
                return;
            }

            // The name of the pipe belongs to the next sender by now; the descriptor has one of its own: proc_pid_fd(5).
            int end = Open.Invoke($"/proc/self/fd/{frames.DangerousGetHandle()}", Open.WriteOnlyCloseOnExec | Open.NonBlocking);
            if (end >= 0)
            {
                byte any = 0;
                using var writer = new SafeFileHandle(end, ownsHandle: true);
                // A pipe that is full wakes its reader by itself.
                _ = Write.Invoke(writer, &any, 1);
            }
        }
    }
}
