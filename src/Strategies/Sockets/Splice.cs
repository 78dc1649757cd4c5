using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>splice(2): moves references to the file's pages into a pipe, and from the pipe into the socket.</summary>
/// <remarks>
/// The pipe is made with the connection and kept. A transfer that fails in the middle leaves bytes in the pipe, which is
/// therefore closed. The connection is out of step then too, so that no later transfer uses the pipe.
/// </remarks>
public sealed class Splice(ConnectionOptions options, bool isKept) : SocketStrategy(options), IObservingStrategy
{
    /// <summary>The default of /proc/sys/fs/pipe-max-size. A larger pipe needs fewer pairs of calls.</summary>
    private const int PipeSize = 1 << 20;

    private readonly NativeFile _file = new(isKept);
    private NativePipe? _pipe;

    /// <summary>The file opened at every transfer.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "splice",
        "open, send(MSG_MORE) for the header, splice(2) through a 1 MiB pipe",
        isKept: false);

    /// <summary>The file kept open.</summary>
    public static StrategyDescriptor DescriptorKept { get; } = Describe(
        "splice-kept",
        "send(MSG_MORE) for the header, splice(2) through a 1 MiB pipe, file kept open",
        isKept: true);

    /// <inheritdoc/>
    /// <exception cref="TransferException">The receiver cannot be reached, or no pipe can be made.</exception>
    public override ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        ValueTask connected = base.ConnectAsync(cancellationToken);
        _pipe = NativePipe.Create(PipeSize);
        return connected;
    }

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        int file = _file.BeginTransfer(payload);
        try
        {
            connection.SendHeader(payload.Length);
            long offset = 0;
            while (offset < payload.Length)
            {
                nint inPipe = Fill(payload, file, ref offset);
                Drain(connection, inPipe, offset < payload.Length ? Interop.Splice.Move | Interop.Splice.More : Interop.Splice.Move);
            }

            Delivery delivery = connection.ReadAcknowledgement(payload);
            // As with sendfile(2): bytes cut off before they arrived came as zeros, although their count is right.
            _file.ThrowIfChanged(payload);
            return delivery;
        }
        catch
        {
            _pipe!.Dispose();
            throw;
        }
        finally
        {
            _file.EndTransfer();
        }
    }

    /// <inheritdoc/>
    /// <returns>The capacity of the pipe when it differs from the requested one.</returns>
    public IReadOnlyList<Observation> Observe() =>
        _pipe is { Size: not PipeSize } pipe ? [new Observation(Observation.PipeSize, pipe.Size, "bytes")] : [];

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _file.Dispose();
        _pipe?.Dispose();
        return base.DisposeAsync();
    }

    private static StrategyDescriptor Describe(string id, string mechanism, bool isKept) =>
        StrategyDescriptor.For(id, StrategyFamily.Sockets, mechanism, options => new Splice(options, isKept)) with
        {
            Probe = Availability.OnLinux("splice(2)"),
            SystemCalls = ["splice"],
            Transports = Transport.AnyStream,
            Holds = isKept ? FileHolding.Kept : FileHolding.PerTransfer,
            SendsPages = true,
        };

    /// <summary>Fills the empty pipe from the file; returns the number of bytes, at least one.</summary>
    private nint Fill(Payload payload, int file, ref long offset)
    {
        while (true)
        {
            nint moved = Interop.Splice.FromFile(
                file, ref offset, _pipe!.WriteEnd, 0, (nuint)(payload.Length - offset), Interop.Splice.Move);
            if (moved > 0)
            {
                return moved;
            }

            if (moved == 0)
            {
                throw _file.Ended(payload, offset);
            }

            if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                throw PayloadFile.FileFailure("splice(2)", payload, offset, errno)
                    ?? PayloadFile.Unreadable(payload, offset, Marshal.GetPInvokeErrorMessage(errno));
            }
        }
    }

    /// <summary>Sends the bytes in the pipe.</summary>
    private void Drain(FramedConnection connection, nint inPipe, uint flags)
    {
        while (inPipe > 0)
        {
            nint moved = Interop.Splice.ToSocket(_pipe!.ReadEnd, 0, connection.Socket.SafeHandle, 0, (nuint)inPipe, flags);
            if (moved > 0)
            {
                inPipe -= moved;
                continue;
            }

            int errno = moved == 0 ? Errno.ConnectionReset : Marshal.GetLastPInvokeError();
            if (errno == Errno.Invalid)
            {
                throw new TransferException(
                    TransferErrorKind.Unsupported,
                    "this kernel does not support splice(2) into this kind of socket; choose another strategy or --transport tcp");
            }

            if (errno != Errno.Interrupted)
            {
                throw connection.Failed("sending", errno);
            }
        }
    }
}
