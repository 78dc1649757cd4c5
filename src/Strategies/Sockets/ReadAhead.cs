using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Has the kernel read ahead of the sends (posix_fadvise(2)), for a file that is not in the page cache: the disk works while
/// sendfile(2) sends.
/// </summary>
/// <remarks>
/// Without advice the kernel reads ahead of a reader that it takes for sequential, as far as the disk's read_ahead_kb goes. One call of
/// advice reads no more than that or the disk's largest request either (mm/readahead.c), hence the small pieces.
/// </remarks>
public sealed class ReadAhead(ConnectionOptions options) : SocketStrategy(options)
{
    /// <summary>Bytes that are asked for ahead of what is sent.</summary>
    private const int Window = 8 << 20;

    /// <summary>Bytes per call of advice: the usual read_ahead_kb.</summary>
    private const int Piece = 128 << 10;

    /// <summary>Bytes per call of sendfile(2), after which the window moves on.</summary>
    private const int Step = 1 << 20;

    private readonly NativeFile _file = new(isKept: false);

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "read-ahead",
        StrategyFamily.Sockets,
        "open, posix_fadvise SEQUENTIAL, and WILLNEED for the next 8 MiB, send(MSG_MORE) for the header, sendfile(2)",
        options => new ReadAhead(options)) with
    {
        Probe = Availability.OnLinux("posix_fadvise(2)"),
        SystemCalls = ["sendfile"],
        Transports = Transport.AnyStream,
        SendsPages = true,
    };

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        int file = _file.BeginTransfer(payload);
        try
        {
            // Advice may be ignored, and its failure too: then the kernel reads when a byte is needed.
            _ = FAdvise.Invoke(file, 0, 0, FAdvise.Sequential);
            long advised = Advise(file, payload, from: 0, sent: 0);
            connection.SendHeader(payload.Length);
            long offset = 0;
            while (offset < payload.Length)
            {
                nuint step = (nuint)Math.Min(Step, payload.Length - offset);
                nint moved = Interop.SendFile.Invoke(connection.Socket.SafeHandle, file, ref offset, step);
                if (moved == 0)
                {
                    throw _file.Ended(payload, offset);
                }

                if (moved < 0 && Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw PayloadFile.FileFailure("sendfile(2)", payload, offset, errno) ?? connection.Failed("sending", errno);
                }

                advised = Advise(file, payload, advised, offset);
            }

            Delivery delivery = connection.ReadAcknowledgement(payload);
            // As with NativeSendFile: bytes cut off before they arrived came as zeros, although their count is right.
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

    /// <summary>Asks for what lies between <paramref name="from"/> and the end of the window; the offset up to which was asked.</summary>
    private static long Advise(int file, Payload payload, long from, long sent)
    {
        long end = Math.Min(payload.Length, sent + Window);
        for (; from < end; from += Piece)
        {
            _ = FAdvise.Invoke(file, from, Piece, FAdvise.WillNeed);
        }

        return from;
    }
}
