using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Pipes;

/// <summary>mmap(2) and vmsplice(2): the pages of a mapping are put into the pipe by reference.</summary>
/// <remarks>
/// Managed code never reads the mapping, so a truncated file raises no SIGBUS: the kernel finds the page missing and returns
/// EFAULT. The mapping stays until the acknowledgement has arrived, because the reader copies from its pages until then.
/// SPLICE_F_GIFT is not used: the pages belong to the file.
/// </remarks>
public sealed class PipeVmSpliceMapped(ConnectionOptions options) : PipeStrategy(options)
{
    private readonly MappedFile _file = new(isKept: false);

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "pipe-vmsplice-mapped",
        "open, mmap, write for the header, vmsplice(2)",
        ["vmsplice"],
        options => new PipeVmSpliceMapped(options)) with
    {
        SendsPages = true,
    };

    /// <inheritdoc/>
    protected override Delivery Transfer(PipeConnection connection, Payload payload)
    {
        nint mapping = _file.BeginTransfer(payload);
        try
        {
            connection.BeginGuard(payload);
            connection.SendHeader(payload.Length);
            Send(connection, payload, mapping);
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

    private unsafe void Send(PipeConnection connection, Payload payload, nint mapping)
    {
        long offset = 0;
        while (offset < payload.Length)
        {
            var range = new IoVector { Start = (byte*)mapping + offset, Length = (nuint)(payload.Length - offset) };
            nint moved = VmSplice.Invoke(connection.Pipe, &range, count: 1, flags: 0);
            if (moved >= 0)
            {
                offset += moved;
            }
            else if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                throw errno switch
                {
                    Errno.BadAddress => _file.MappingUnreadable(payload, offset),
                    Errno.NoSuchCall => PayloadFile.NoSuchCall("vmsplice(2)"),
                    _ => connection.Failed("sending", errno),
                };
            }

            connection.ThrowIfBrokenOff();
        }
    }
}
