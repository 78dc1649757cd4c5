using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// Receives framed files over a pair of named pipes, fifo(7), from one sender after another, on its own thread. Linux only.
/// </summary>
/// <remarks>
/// Each sender has its own pair of pipes. When a sender has connected, the names of its pair go to a new pair; the next
/// sender finds no reader there until its turn. A sender therefore never reads bytes that an earlier one left in a pipe, and
/// a refused sender finds its pipe broken. The thread waits for a sender in open(2), which returns when a sender opens the
/// other end. With O_NONBLOCK and poll(2) it would notice a sender only at its first byte, and with O_RDWR it would not
/// notice when a sender leaves. To stop the thread, this class opens the other end itself.
/// </remarks>
internal sealed class FifoReceiver : IReceiver
{
    private const string NextSuffix = ".next";
    private static readonly TimeSpan s_stopInterval = TimeSpan.FromMilliseconds(10);

    private readonly PrivateFolder _folder = new();
    private readonly FifoEndPoint _endpoint;
    private readonly ServerOptions _options;
    private readonly Func<IPayloadSink> _makeSink;
    private readonly ReceiverCounters _counters = new();
    private readonly ConnectionLog _log;
    private readonly ConnectionEvents _events;
    private readonly KernelBuffer _buffer;
    private readonly Thread _thread;
    /// <summary>Path of the present acknowledgement pipe; null when the last pair could not be made.</summary>
    private string? _acknowledgementPath;
    private volatile FrameConnection? _connection;
    private volatile bool _stopping;

    /// <summary>Makes the pipes; from then on senders can open them.</summary>
    /// <exception cref="IOException">The pipes cannot be made.</exception>
    public FifoReceiver(string kind, ServerOptions options, Func<IPayloadSink> makeSink)
    {
        Kind = kind;
        _options = options;
        _makeSink = makeSink;
        _log = new ConnectionLog(kind, options);
        _events = new ConnectionEvents(kind, FrameChannel.LocalPeer, options, _counters, _log);
        _buffer = new KernelBuffer(options.BufferSize);
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
        long grace = Environment.TickCount64 + (long)_options.Grace.TotalMilliseconds;
        long deadline = grace + (long)_options.StopLimit.TotalMilliseconds;
        do
        {
            if (Environment.TickCount64 < grace)
            {
                _connection?.Finish();
            }
            else
            {
                _connection?.Stop();
            }

            using SafeFileHandle? sender = OpenPipe(_endpoint.Path, Open.ReadWriteCloseOnExec | Open.NonBlocking);
            if (_thread.Join(s_stopInterval))
            {
                break;
            }
        }
        while (Environment.TickCount64 < deadline);

        _log.Flush();
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

    /// <summary>
    /// Deletes the acknowledgement name of the old pair, which tells its sender that it is accepted, and makes a new pair.
    /// </summary>
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
        var shortage = new AcceptShortage(_counters, _log);
        while (!_stopping)
        {
            try
            {
                ServeNext();
                shortage.Over();
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or OutOfMemoryException)
            {
                if (!_stopping)
                {
                    // Probably out of descriptors or memory: wait before the next attempt.
                    Thread.Sleep(shortage.Next(exception));
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
        long opened = Environment.TickCount64;
        try
        {
            using SafeFileHandle? acknowledgements = OpenAcknowledgements(frames, opened);
            if (acknowledgements is null)
            {
                // Close before the name is deleted: a sender that opened this pair after the first one had left must not count as accepted.
                frames.Dispose();
            }

            MakePair();
            if (acknowledgements is not null)
            {
                Serve(new FifoChannel(frames, acknowledgements, opened, _options));
            }
        }
        finally
        {
            // Close before the connection counts as closed, so that the statistics never report a closed connection with an open pipe.
            frames.Dispose();
            _counters.Closed();
        }
    }

    private void Serve(FifoChannel channel)
    {
        var connection = new FrameConnection(channel, _makeSink(), _options, _events);
        _connection = connection;
        if (_stopping)
        {
            connection.Finish();
        }

        _ = connection.Run(_buffer.Memory);
        _connection = null;
    }

    /// <summary>
    /// Waits until the sender has also opened the acknowledgement pipe; null when it closes, or does not open it in time.
    /// </summary>
    private SafeFileHandle? OpenAcknowledgements(SafeFileHandle frames, long opened)
    {
        long deadline = opened + (long)_options.HandshakeTimeout.TotalMilliseconds;
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

            // Waits a millisecond, or less when the sender has closed.
            var sender = new Poll.Entry { Descriptor = (int)frames.DangerousGetHandle() };
            if (Poll.Invoke(ref sender, 1, milliseconds: 1) > 0)
            {
                _events.Failed(FrameChannel.ConnectionLost, "left before it opened the pipe of its answers");
                return null;
            }

            if (Environment.TickCount64 >= deadline)
            {
                _events.Failed(FrameChannel.NoGreeting, "did not open the pipe of its answers in time");
                return null;
            }
        }

        return null;
    }
}
