using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Pipes;

/// <summary>splice(2): puts references to the file's page-cache pages into the pipe; only the reader copies the bytes.</summary>
public sealed class PipeSplice(ConnectionOptions options, int? capacity) : PipeStrategy(options, capacity)
{
    private const int Megabyte = 1 << 20;

    private readonly NativeFile _file = new(isKept: false);

    /// <summary>Into a pipe of 64 KiB, the default capacity.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe("pipe-splice", "open, write for the header, splice(2)", capacity: null);

    /// <summary>Into a pipe of 1 MiB.</summary>
    public static StrategyDescriptor Descriptor1M { get; } = Describe(
        "pipe-splice-1m",
        "open, write for the header, splice(2), pipe of 1 MiB (F_SETPIPE_SZ)",
        Megabyte);

    /// <inheritdoc/>
    protected override Delivery Transfer(PipeConnection connection, Payload payload)
    {
        int file = _file.BeginTransfer(payload);
        try
        {
            connection.BeginGuard(payload);
            connection.SendHeader(payload.Length);
            long offset = 0;
            while (offset < payload.Length)
            {
                nint moved = Interop.Splice.FromFile(
                    file, ref offset, connection.Pipe, none: 0, (nuint)(payload.Length - offset), flags: 0);
                if (moved == 0)
                {
                    throw _file.Ended(payload, offset);
                }

                if (moved < 0 && Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw PayloadFile.FileFailure("splice(2)", payload, offset, errno) ?? connection.Failed("sending", errno);
                }

                connection.ThrowIfBrokenOff();
            }

            Delivery delivery = connection.ReadAcknowledgement(payload);
            // Truncating the file while its pages are in the pipe loses their content, but the byte count stays right.
            _file.ThrowIfChanged(payload);
            return delivery;
        }
        finally
        {
            _file.EndTransfer();
            connection.EndGuard();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _file.Dispose();
        return base.DisposeAsync();
    }

    private static StrategyDescriptor Describe(string id, string mechanism, int? capacity) =>
        Describe(id, mechanism, ["splice"], options => new PipeSplice(options, capacity), capacity) with { SendsPages = true };
}
