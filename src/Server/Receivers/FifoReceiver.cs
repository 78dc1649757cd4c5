using System.Runtime.InteropServices;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Receivers;

/// <summary>Framed files over a pair of named pipes, fifo(7), for one sender after another on a thread of its own. Linux.</summary>
/// <remarks>
/// Each sender has a pair to itself: as soon as it is there, its pair loses its names, a new pair gets them, and who comes
/// meanwhile finds nobody reading until its turn. So no sender meets what the one before left in a pipe, and one that was
/// refused finds its pipe broken. The thread waits for a sender in open(2), which returns when one opens the other end: with O_NONBLOCK
/// and poll(2) it would learn of the sender only with its first byte, and O_RDWR would hide when it leaves. To stop, the
/// other end is opened from here.
/// </remarks>
internal sealed class FifoReceiver : IReceiver
{
    private const string NextSuffix = ".next";
    private static readonly TimeSpan s_stopInterval = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan s_afterFailure = TimeSpan.FromMilliseconds(20);

    private readonly PrivateFolder _folder = new();
    private readonly FifoEndPoint _endpoint;
    private readonly ServerOptions _options;
    private readonly Func<IPayloadSink> _makeSink;
    private readonly ReceiverCounters _counters = new();
    private readonly Thread _thread;
    /// <summary>Null when making the last pair failed.</summary>
    private string? _acknowledgementPath;
    private volatile FrameDrain? _drain;
    private volatile bool _stopping;

    /// <summary>Makes the pipes; from then on senders can open them.</summary>
    /// <exception cref="IOException">They cannot be made.</exception>
    public FifoReceiver(string kind, ServerOptions options, Func<IPayloadSink> makeSink)
    {
        Kind = kind;
        _options = options;
        _makeSink = makeSink;
        _endpoint = new FifoEndPoint(_folder[kind]);
        try
        {
            MakePair();
        }
        catch
        {
            _folder.Dispose();
            throw;
        }

        _thread = new Thread(ServeAll) { IsBackground = true, Name = kind };
        _thread.Start();
    }

    /// <inheritdoc/>
    public string Kind { get; }

    /// <inheritdoc/>
    public string Endpoint => _endpoint.Path;

    /// <inheritdoc/>
    public ReceiverStats Stats => _counters.Snapshot();

    /// <inheritdoc/>
    public ReceiverChecks ChecksAfter(long frame) => _counters.ChecksAfter(frame);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _stopping = true;
        long deadline = Environment.TickCount64 + (long)_options.StopLimit.TotalMilliseconds;
        do
        {
            _drain?.Stop();
            using SafeFileHandle? sender = OpenPipe(_endpoint.Path, Open.ReadWriteCloseOnExec | Open.NonBlocking);
            if (_thread.Join(s_stopInterval))
            {
                break;
            }
        }
        while (Environment.TickCount64 < deadline);

        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    private static SafeFileHandle? OpenPipe(string path, int flags)
    {
        int descriptor = Open.Invoke(path, flags);
        return descriptor < 0 ? null : new SafeFileHandle(descriptor, ownsHandle: true);
    }

    private static void Make(string path)
    {
        if (MkFifo.Invoke(path, MkFifo.OwnerOnly) != 0)
        {
            throw new IOException($"the named pipe {path} cannot be made: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    /// <summary>Takes the names of the old pair away, which tells its sender that it is accepted, and makes a new pair.</summary>
    private void MakePair()
    {
        if (_acknowledgementPath is { } old)
        {
            File.Delete(old);
            _acknowledgementPath = null;
        }

        string next = _endpoint.Path + NextSuffix;
        File.Delete(next);
        Make(next);
        string acknowledgements;
        using (SafeFileHandle frames = OpenPipe(next, Open.ReadOnlyCloseOnExec | Open.NonBlocking)
            ?? throw new IOException(Marshal.GetLastPInvokeErrorMessage()))
        {
            acknowledgements = _endpoint.AcknowledgementPath(frames);
        }

        File.Delete(acknowledgements);
        Make(acknowledgements);
        File.Move(next, _endpoint.Path, overwrite: true);
        _acknowledgementPath = acknowledgements;
    }

    private void ServeAll()
    {
        while (!_stopping)
        {
            try
            {
                ServeNext();
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or OutOfMemoryException)
            {
                if (!_stopping)
                {
                    // Out of descriptors or room, most likely: wait before the next try.
                    _counters.Failed("accept");
                    Thread.Sleep(s_afterFailure);
                }
            }
        }
    }

    private void ServeNext()
    {
        if (_acknowledgementPath is null)
        {
            MakePair();
        }

        using SafeFileHandle frames = OpenPipe(_endpoint.Path, Open.ReadOnlyCloseOnExec)
            ?? throw new IOException(Marshal.GetLastPInvokeErrorMessage());
        if (_stopping)
        {
            return;
        }

        _counters.Opened();
        try
        {
            using SafeFileHandle? acknowledgements = OpenAcknowledgements(frames);
            if (acknowledgements is null)
            {
                // Before the name goes: whoever opened this pair behind a sender that left must not feel accepted.
                frames.Dispose();
            }

            MakePair();
            if (acknowledgements is not null)
            {
                Serve(new FifoChannel(frames, acknowledgements, _options.IdleTimeout));
            }
        }
        finally
        {
            // Before it is counted as closed: a sender that is, according to the statistics, finds its pipe broken.
            frames.Dispose();
            _counters.Closed();
        }
    }

    private void Serve(FifoChannel channel)
    {
        var drain = new FrameDrain(Kind, channel, _makeSink(), _options, _counters);
        _drain = drain;
        if (_stopping)
        {
            drain.Stop();
        }

        drain.Run();
        _drain = null;
    }

    /// <summary>Waits until the sender has opened the pipe for acknowledgements too; null when it does not.</summary>
    private SafeFileHandle? OpenAcknowledgements(SafeFileHandle frames)
    {
        long deadline = Environment.TickCount64 + (long)_options.IdleTimeout.TotalMilliseconds;
        while (!_stopping)
        {
            if (OpenPipe(_acknowledgementPath!, Open.WriteOnlyCloseOnExec | Open.NonBlocking) is { } acknowledgements)
            {
                return acknowledgements;
            }

            if (Marshal.GetLastPInvokeError() is not (Errno.NoReader or Errno.Interrupted) and int errno)
            {
                throw new IOException(Marshal.GetPInvokeErrorMessage(errno));
            }

            // Waits a millisecond, unless the sender has closed.
            var sender = new Poll.Entry { Descriptor = (int)frames.DangerousGetHandle() };
            if (Poll.Invoke(ref sender, 1, milliseconds: 1) > 0)
            {
                _counters.Failed(FrameChannel.ConnectionLost);
                return null;
            }

            if (Environment.TickCount64 >= deadline)
            {
                _counters.Failed(FrameChannel.Idle);
                return null;
            }
        }

        return null;
    }
}
