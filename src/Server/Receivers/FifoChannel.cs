using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Receivers;

/// <summary>The receiver's ends of a pair of named pipes with a connected sender; owns both descriptors. Linux only.</summary>
/// <remarks>
/// It waits in read(2) without a poll(2) before it, which would add a system call to every receive. Only data or a hang-up
/// ends such a wait. To end it, another thread first sets a flag with the reason and then writes a byte into the pipe: the
/// reader checks the flags before it uses the byte.
/// </remarks>
/// <param name="frames">The pipe of the sender's frames.</param>
/// <param name="acknowledgements">The pipe of the answers.</param>
/// <param name="opened">When the sender came, in milliseconds of <see cref="Environment.TickCount64"/>.</param>
/// <param name="options">The server's options.</param>
internal sealed class FifoChannel(SafeFileHandle frames, SafeFileHandle acknowledgements, long opened, ServerOptions options)
    : FrameChannel(new Waiter(options.Wait, () => HasArrived(frames)))
{
    private const int ChecksPerTimeout = 4;
    private static readonly TimeSpan s_stopInterval = TimeSpan.FromMilliseconds(20);

    private readonly Lock _closing = new();
    private Timer? _idleWatch;
    private Timer? _greetingWatch;
    private long _receives;
    private long _receivesSeen;
    private int _checksWithoutReceive;
    private bool _closed;
    private volatile bool _stopping;
    private bool _isToldToStop;
    private volatile bool _idle;
    private volatile bool _isGreeted = options.Token is null;

    /// <inheritdoc/>
    public override void Begin()
    {
        if (_isGreeted)
        {
            WatchIdle();
        }
        else
        {
            // However much of the token has come: others wait for the only place.
            long left = (long)options.HandshakeTimeout.TotalMilliseconds - (Environment.TickCount64 - opened);
            _greetingWatch = new Timer(_ => EndGreeting(), state: null, Math.Max(left, 0), Timeout.Infinite);
        }
    }

    /// <inheritdoc/>
    public override void Greeted()
    {
        _isGreeted = true;
        _greetingWatch?.Dispose();
        WatchIdle();
    }

    /// <inheritdoc/>
    /// <exception cref="TimeoutException">The sender sent nothing for the idle timeout, or no token in time.</exception>
    /// <exception cref="IOException">The pipe cannot be read.</exception>
    public override unsafe int Receive(Span<byte> buffer)
    {
        nint count;
        Waiter.Poll();
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
            // One of these bytes is the byte of EndReceive, at an unknown position: none of them may count as the sender's.
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
            // A write of 16 bytes is atomic: pipe(7), PIPE_BUF.
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
    /// <remarks>Does nothing: bytes in a pipe stay readable after the writer has closed it.</remarks>
    public override void FinishRefusal(Span<byte> buffer)
    {
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Whoever stops the server asks again and again. A second byte would make a reader that has not got to the first one believe that
    /// something of the sender's came with it.
    /// </remarks>
    public override void Stop()
    {
        _stopping = true;
        _isToldToStop = _isToldToStop || EndReceive();
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
        _greetingWatch?.Dispose();
        lock (_closing)
        {
            _closed = true;
            // In this order: a sender that finds the frame pipe broken can already read all acknowledgements.
            acknowledgements.Dispose();
            frames.Dispose();
        }
    }

    private static bool HasArrived(SafeFileHandle frames)
    {
        var entry = new Poll.Entry { Descriptor = (int)frames.DangerousGetHandle(), Asked = Poll.In };
        return Poll.Invoke(ref entry, 1, milliseconds: 0) != 0;
    }

    private void ThrowIfIdle()
    {
        if (_idle)
        {
            throw new TimeoutException("nothing arrived in time");
        }
    }

    private void WatchIdle()
    {
        TimeSpan interval = options.IdleTimeout / ChecksPerTimeout;
        _idleWatch = new Timer(_ => CheckIdle(), state: null, interval, interval);
    }

    private void EndGreeting()
    {
        if (!_isGreeted)
        {
            _idle = true;
            _ = EndReceive();
        }
    }

    private void CheckIdle()
    {
        long receives = Volatile.Read(ref _receives);
        _checksWithoutReceive = receives == _receivesSeen ? _checksWithoutReceive + 1 : 0;
        _receivesSeen = receives;
        if (_checksWithoutReceive >= ChecksPerTimeout)
        {
            _idle = true;
            _ = EndReceive();
        }
    }

    /// <summary>Ends a wait for bytes.</summary>
    /// <returns>False when that was not possible: too few descriptors are left.</returns>
    private unsafe bool EndReceive()
    {
        lock (_closing)
        {
            if (_closed)
            {
                return true;
            }

            // The name of the pipe refers to the next sender's pipe by now. Open this one by its descriptor: proc_pid_fd(5).
            int end = Open.Invoke($"/proc/self/fd/{frames.DangerousGetHandle()}", Open.WriteOnlyCloseOnExec | Open.NonBlocking);
            if (end >= 0)
            {
                byte any = 0;
                using var writer = new SafeFileHandle(end, ownsHandle: true);
                // If the pipe is full the write fails, but then the reader does not wait.
                _ = Write.Invoke(writer, &any, 1);
            }

            return end >= 0;
        }
    }
}
