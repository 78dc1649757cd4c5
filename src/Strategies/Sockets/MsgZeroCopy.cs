using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>MSG_ZEROCOPY: the pages of the mapped file are sent themselves, and the kernel says when it lets go of them.</summary>
/// <remarks>
/// Where the device or the path needs a copy the kernel makes one after all and says so; on loopback it always does
/// (kernel documentation, networking/msg_zerocopy.rst). A transfer is over when the receiver confirmed it and all its
/// sends are complete. The header is copied, because its buffer is used again. A file cut short meanwhile is a
/// <see cref="TransferException"/>, as with <see cref="Mapped"/>; its length is looked at when nothing of it is under
/// way any more.
/// </remarks>
public sealed class MsgZeroCopy(ConnectionOptions options) : SocketStrategy(options), IObservingStrategy
{
    // <asm-generic/socket.h>; socket(7)
    private const int SolSocket = 1;
    private const int SoZeroCopy = 60;

    /// <summary>Most bytes of a send: large enough for its notification not to matter, small enough for several to be under way.</summary>
    private const int LargestPart = 1 << 20;

    /// <summary>A send below this costs more than copying does.</summary>
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

    /// <summary>Sends whose pages the kernel has not let go of: between transfers none.</summary>
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
            // After a failure pages may still be under way; they are the kernel's then, and need no mapping.
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

    /// <summary>Asks for SO_ZEROCOPY; returns why it is not to be had, or null.</summary>
    private static string? Enable(Socket socket)
    {
        try
        {
            socket.SetRawSocketOption(SolSocket, SoZeroCopy, BitConverter.GetBytes(1));
            return null;
        }
        catch (SocketException exception)
        {
            return $"MSG_ZEROCOPY needs SO_ZEROCOPY on a TCP socket (Linux 4.14): {exception.Message}";
        }
    }

    /// <summary>Sends some of the payload from <paramref name="offset"/> on; returns how much, or 0 to be called again.</summary>
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
                throw _file.Torn(payload, offset);
            case int errno:
                throw connection.Failed("sending", errno);
        }
    }

    /// <summary>
    /// A limit on locked memory or on notifications was reached: waits for sends to be complete, or, when none is under
    /// way, makes them smaller from now on.
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
                $"the kernel does not let this process lock even {SmallestPart} bytes for MSG_ZEROCOPY; raise ulimit -l or net.core.optmem_max");
        }
    }
}
