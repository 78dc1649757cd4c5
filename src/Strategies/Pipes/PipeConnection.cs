using System.Diagnostics;
using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Units;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Pipes;

/// <summary>A pair of named pipes with the sender's side of the wire format; owns the two ends that it opened. Linux only.</summary>
/// <remarks>
/// A write to a full pipe waits in the kernel, and pipes have no timeout. A guard therefore watches every transfer. It ends
/// a transfer that takes too long by draining the pipe in place of the receiver, so that the write returns.
/// </remarks>
public sealed class PipeConnection : IDisposable
{
    private const int DrainBufferSize = 64 << 10;
    private static readonly TimeSpan s_retryInterval = TimeSpan.FromMilliseconds(1);

    private readonly FrameExchange _exchange;
    private readonly SafeFileHandle _acknowledgements;
    private readonly StallGuard _guard;
    private readonly int _pollMilliseconds;
    private readonly Waiter _waiter;

    private PipeConnection(SafeFileHandle pipe, SafeFileHandle acknowledgements, ConnectionOptions options)
    {
        Pipe = pipe;
        _acknowledgements = acknowledgements;
        _exchange = new FrameExchange(options);
        _guard = new StallGuard(DrainPipe, options.Timeout, options.CheckInterval);
        _pollMilliseconds = (int)Math.Min(options.Timeout.TotalMilliseconds, options.CheckInterval.TotalMilliseconds);
        _waiter = new Waiter(options.Wait, () => PollForAcknowledgement(milliseconds: 0) != 0);
    }

    /// <summary>The pipe that takes frames, in blocking mode.</summary>
    public SafeFileHandle Pipe { get; }

    /// <summary>Opens both pipes, waiting for the receiver to be free.</summary>
    /// <param name="options">Address of the pipes, and the longest wait.</param>
    /// <param name="capacity">Capacity to give the pipe, in bytes, or null to leave it at 64 KiB: pipe(7).</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="TransferException">No receiver reads from the pipe within the timeout, or it cannot have that capacity.</exception>
    /// <exception cref="ArgumentException">The endpoint is not a named pipe.</exception>
    public static PipeConnection Connect(ConnectionOptions options, int? capacity, CancellationToken cancellationToken)
    {
        if (options.Endpoint is not FifoEndPoint endpoint)
        {
            throw new ArgumentException($"{options.Endpoint} is not a named pipe", nameof(options));
        }

        (SafeFileHandle pipe, SafeFileHandle acknowledgements) = FifoDialer.Open(endpoint, options.LongestConnect, cancellationToken);
        try
        {
            SetCapacity(pipe, capacity);
            var connection = new PipeConnection(pipe, acknowledgements, options);
            connection.Greet();
            return connection;
        }
        catch
        {
            acknowledgements.Dispose();
            pipe.Dispose();
            throw;
        }
    }

    /// <summary>Starts to guard a transfer, before its first byte; <see cref="EndGuard"/> ends it.</summary>
    /// <exception cref="TransferException">The guard ended an earlier transfer.</exception>
    public void BeginGuard(Payload payload) => _guard.Enter(payload);

    /// <summary>Ends the guard of the transfer; call it last, because it throws.</summary>
    /// <exception cref="TransferException">The guard has ended the transfer.</exception>
    public void EndGuard() => _guard.Leave();

    /// <summary>Checks whether the last call returned only because the guard drained the pipe.</summary>
    /// <exception cref="TransferException">The guard ended the transfer; the message says why.</exception>
    public void ThrowIfBrokenOff()
    {
        if (_guard.Verdict is { } verdict)
        {
            throw verdict;
        }
    }

    /// <summary>Begins a frame: its header for <paramref name="length"/> bytes, valid until the next call.</summary>
    /// <exception cref="TransferException">The previous frame was never acknowledged.</exception>
    public byte[] Header(long length)
    {
        byte[] header = _exchange.Header(length);
        _waiter.Begin(length);
        return header;
    }

    /// <summary>Begins a frame by writing its header with write(2), which writes it whole: pipe(7), PIPE_BUF.</summary>
    /// <exception cref="TransferException">The connection was lost, or the previous frame was never acknowledged.</exception>
    public unsafe void SendHeader(long length)
    {
        fixed (byte* header = Header(length))
        {
            while (Interop.Write.Invoke(Pipe, header, FrameHeader.Size) < 0)
            {
                if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw Failed("sending", errno);
                }
            }
        }
    }

    /// <summary>Presents the token, where there is one; it fits into one write: pipe(7), PIPE_BUF.</summary>
    private unsafe void Greet()
    {
        if (_exchange.Greeting() is not { } greeting)
        {
            return;
        }

        fixed (byte* bytes = greeting)
        {
            if (Interop.Write.Invoke(Pipe, bytes, (nuint)greeting.Length) < 0)
            {
                throw Failed("sending the token", Marshal.GetLastPInvokeError());
            }
        }

        _ = ReadAcknowledgement(FrameExchange.NoFile);
    }

    /// <summary>Waits for the acknowledgement of <paramref name="payload"/>, whose last write returned just now.</summary>
    /// <exception cref="TransferException">The receiver refused, closed or did not answer in time, or the file changed.</exception>
    public unsafe Delivery ReadAcknowledgement(Payload payload)
    {
        long sendReturned = Stopwatch.GetTimestamp();
        ThrowIfBrokenOff();
        int received = 0;
        fixed (byte* acknowledgement = _exchange.Acknowledgement)
        {
            while (received < Acknowledgement.Size)
            {
                _waiter.Poll();
                if (!WaitForAcknowledgement())
                {
                    ThrowIfBrokenOff();
                    _exchange.ThrowIfOverdue(payload, sendReturned);
                    continue;
                }

                nint count = Read.Invoke(_acknowledgements, acknowledgement + received, (nuint)(Acknowledgement.Size - received));
                if (count >= 0)
                {
                    received += count > 0 ? (int)count : throw FrameExchange.Closed(received);
                }
                else if (Marshal.GetLastPInvokeError() is not (Errno.Interrupted or Errno.TryAgain) and int errno)
                {
                    throw Failed("waiting for the acknowledgement", errno);
                }
            }
        }

        _waiter.End();
        return _exchange.Confirm(sendReturned);
    }

    /// <summary>Converts the errno of a call that failed on the pipe to a TransferException.</summary>
    /// <param name="doing">The activity that failed, for the message, such as "sending".</param>
    /// <param name="errno">The error number.</param>
    public TransferException Failed(string doing, int errno) => Failed(
        doing,
        errno == Errno.BrokenPipe ? "the receiver closed it" : Marshal.GetPInvokeErrorMessage(errno),
        exception: null);

    /// <summary>Converts an exception on the pipe to a TransferException.</summary>
    /// <param name="doing">The activity that failed, for the message, such as "sending".</param>
    /// <param name="exception">The exception.</param>
    public TransferException Failed(string doing, IOException exception) => Failed(doing, exception.Message, exception);

    /// <inheritdoc/>
    public void Dispose()
    {
        _guard.Dispose();
        Pipe.Dispose();
        _acknowledgements.Dispose();
    }

    private static void SetCapacity(SafeFileHandle pipe, int? capacity)
    {
        if (capacity is { } bytes && Fcntl.Invoke(pipe, Fcntl.SetPipeSize, bytes) < bytes)
        {
            throw new TransferException(
                TransferErrorKind.Unsupported,
                $"a pipe cannot have a capacity of {new ByteSize(bytes)} here: {Marshal.GetLastPInvokeErrorMessage()}; "
                + "raise /proc/sys/fs/pipe-max-size or /proc/sys/fs/pipe-user-pages-soft");
        }
    }

    /// <summary>False when no byte arrived within the check interval: the caller then checks the file.</summary>
    private bool WaitForAcknowledgement()
    {
        int ready = PollForAcknowledgement(_pollMilliseconds);
        return ready < 0 && Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno
            ? throw Failed("waiting for the acknowledgement", errno)
            : ready > 0;
    }

    private int PollForAcknowledgement(int milliseconds)
    {
        var entry = new Poll.Entry { Descriptor = (int)_acknowledgements.DangerousGetHandle(), Asked = Poll.In };
        return Poll.Invoke(ref entry, 1, milliseconds);
    }

    private TransferException Failed(string doing, string reason, IOException? exception)
    {
        if (_guard.Verdict is { } verdict)
        {
            return verdict;
        }

        // The receiver may refuse a frame that is still being written; then the write fails before the refusal is read.
        return ReadRefusal() is { } status
            ? _exchange.Refused(status)
            : new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while {doing}: {reason}", exception);
    }

    private unsafe long? ReadRefusal()
    {
        byte* bytes = stackalloc byte[Acknowledgement.Size];
        try
        {
            return Read.Invoke(_acknowledgements, bytes, Acknowledgement.Size) == Acknowledgement.Size
                && Acknowledgement.Read(new ReadOnlySpan<byte>(bytes, Acknowledgement.Size)) is { Status: < 0 } refusal
                    ? refusal.Status
                    : null;
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }

    /// <summary>
    /// Drains the pipe until the transfer has ended: closing the descriptor would not wake a thread that waits in write(2).
    /// </summary>
    private unsafe void DrainPipe()
    {
        using SafeFileHandle? readEnd = FifoDialer.OpenFor(
            $"/proc/self/fd/{Pipe.DangerousGetHandle()}",
            Open.ReadOnlyCloseOnExec | Open.NonBlocking);
        byte[] buffer = new byte[DrainBufferSize];
        fixed (byte* bytes = buffer)
        {
            while (_guard.IsWithinTransfer)
            {
                if (readEnd is null || Read.Invoke(readEnd, bytes, DrainBufferSize) <= 0)
                {
                    Thread.Sleep(s_retryInterval);
                }
            }
        }
    }
}
