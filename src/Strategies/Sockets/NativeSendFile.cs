using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Calls sendfile(2) directly, after a header that the kernel holds back for the file's first bytes (MSG_MORE).</summary>
/// <remarks>Like Socket.SendFile on Linux, but without a separate segment for the header and without FileStream.</remarks>
public sealed class NativeSendFile(ConnectionOptions options, bool isKept) : SocketStrategy(options)
{
    private readonly NativeFile _file = new(isKept);

    /// <summary>The file opened at every transfer.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "native-send-file",
        "open, send(MSG_MORE) for the header, sendfile(2)",
        isKept: false);

    /// <summary>The file kept open.</summary>
    public static StrategyDescriptor DescriptorKept { get; } = Describe(
        "native-send-file-kept",
        "send(MSG_MORE) for the header, sendfile(2), file kept open",
        isKept: true);

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
                nint moved = Interop.SendFile.Invoke(connection.Socket.SafeHandle, file, ref offset, (nuint)(payload.Length - offset));
                if (moved == 0)
                {
                    throw _file.Ended(payload, offset);
                }

                if (moved < 0 && Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw PayloadFile.FileFailure("sendfile(2)", payload, offset, errno) ?? connection.Failed("sending", errno);
                }
            }

            Delivery delivery = connection.ReadAcknowledgement(payload);
            // The kernel sent pages of the file's cache: bytes cut off before they arrived came as zeros, although their count is right.
            _file.ThrowIfChanged(payload);
            return delivery;
        }
        finally
        {
            _file.EndTransfer();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _file.Dispose();
        return base.DisposeAsync();
    }

    private static StrategyDescriptor Describe(string id, string mechanism, bool isKept) =>
        StrategyDescriptor.For(id, StrategyFamily.Sockets, mechanism, options => new NativeSendFile(options, isKept)) with
        {
            Probe = Availability.OnLinux("sendfile(2)"),
            SystemCalls = ["sendfile"],
            Transports = Transport.AnyStream,
            Holds = isKept ? FileHolding.Kept : FileHolding.PerTransfer,
            SendsPages = true,
        };
}
