using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// MSG_ZEROCOPY: the kernel sends the pages of the mapped file without copying them, and reports when it no longer uses them.
/// </summary>
/// <remarks>
/// Where the device or the path needs a copy the kernel copies the bytes and reports that; on loopback it always does
/// (kernel documentation, networking/msg_zerocopy.rst). A transfer ends when the receiver has confirmed it and all its
/// sends are complete. The header is copied, because its buffer is reused. A file truncated during the transfer causes a
/// <see cref="TransferException"/>, as with <see cref="Mapped"/>; its length is checked when none of its bytes is in flight
/// any more.
/// </remarks>
public sealed class MsgZeroCopy(ConnectionOptions options) : SocketStrategy(options), IObservingStrategy
{
    /// <summary>
    /// Maximum number of bytes per send: large enough to make the cost of the notification negligible, small enough to have several
    /// in flight.
    /// </summary>
    private const int LargestPart = 1 << 20;

    /// <summary>A smaller send costs more than a copy.</summary>
    private const int SmallestPart = 4096;

    private readonly TimeSpan _timeout = options.Timeout;
    private readonly MappedFile _file = new(isKept: false);
    private MsgZeroCopyCompletions? _completions;
    private int _part = LargestPart;

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "msg-zerocopy",
        StrategyFamily.Sockets,
        "open, mmap(2), send(MSG_ZEROCOPY), completions reaped",
        options => new MsgZeroCopy(options)) with
    {
        Probe = Probe,
        SystemCalls = ["sendto"],
        SendsPages = true,
    };

    /// <summary>Number of sends whose pages the kernel still uses; 0 between transfers.</summary>
    internal long Outstanding => _completions?.Outstanding ?? 0;

    /// <inheritdoc/>
    /// <exception cref="TransferException">The receiver cannot be reached, or the kernel refuses SO_ZEROCOPY.</exception>
    public override ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        ValueTask connected = base.ConnectAsync(cancellationToken);
        if (Enable(Connection.Socket) is { } refusal)
        {
            throw new TransferException(TransferErrorKind.Unsupported, refusal);
        }

        _completions = new MsgZeroCopyCompletions(Connection, _timeout);
        return connected;
    }

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        nint mapping = _file.BeginTransfer(payload);
        try
        {
            connection.SendHeader(payload.Length);
            long offset = 0;
            while (offset < payload.Length)
            {
                offset += SendPart(connection, payload, mapping, offset);
            }

            Delivery delivery = connection.ReadAcknowledgement(payload);
            _completions!.ReapAll();
            _file.ThrowIfChanged(payload);
            return delivery;
        }
        finally
        {
            // After a failure pages may still be in flight. The kernel holds them, so the mapping can go.
            _file.EndTransfer();
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => _completions is { Completed: > 0 } completions
        ? [new Observation(Observation.CopiedBuffers, 100.0 * completions.Copied / completions.Completed, "%")]
        : [];

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _file.Dispose();
        return base.DisposeAsync();
    }

    private static Availability Probe()
    {
        if (!OperatingSystem.IsLinux())
        {
            return Availability.Unsupported("MSG_ZEROCOPY needs Linux");
        }

        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        return Enable(socket) is { } refusal ? Availability.Unsupported(refusal) : Availability.Available;
    }

    /// <summary>Sets SO_ZEROCOPY; returns the reason when it is not available, or else null.</summary>
    private static string? Enable(Socket socket)
    {
        try
        {
            socket.SetRawSocketOption(SocketOption.SocketLevel, SocketOption.ZeroCopy, BitConverter.GetBytes(1));
            return null;
        }
        catch (SocketException exception)
        {
            return $"MSG_ZEROCOPY needs SO_ZEROCOPY on a TCP socket (Linux 4.14): {exception.Message}";
        }
    }

    /// <summary>
    /// Sends a part of the payload from <paramref name="offset"/> on; returns its length in bytes, or 0 when the call must be
    /// repeated.
    /// </summary>
    private unsafe nint SendPart(FramedConnection connection, Payload payload, nint mapping, long offset)
    {
        nuint count = (nuint)Math.Min(payload.Length - offset, _part);
        nint sent = Interop.Send.Invoke(connection.Socket.SafeHandle, (byte*)mapping + offset, count, Interop.Send.ZeroCopy);
        if (sent > 0)
        {
            _completions!.Expect();
            return sent;
        }

        switch (Marshal.GetLastPInvokeError())
        {
            case Errno.Interrupted:
                return 0;
            case Errno.NoBufferSpace:
                MakeRoom();
                return 0;
            case Errno.BadAddress:
                throw _file.MappingUnreadable(payload, offset);
            case int errno:
                throw connection.Failed("sending", errno);
        }
    }

    /// <summary>
    /// Handles a reached limit on locked memory or on notifications: waits for sends to complete or, when none is in flight,
    /// makes later sends smaller.
    /// </summary>
    private void MakeRoom()
    {
        if (_completions!.Outstanding > 0)
        {
            _completions.Reap();
            return;
        }

        _part /= 2;
        if (_part < SmallestPart)
        {
            throw new TransferException(
                TransferErrorKind.Unsupported,
                $"the kernel does not let this process lock even {SmallestPart} bytes for "
                + "MSG_ZEROCOPY; raise ulimit -l or net.core.optmem_max");
        }
    }
}
