using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>mmap(2), then one sendmsg(2) of header and mapping: the kernel copies once, from the page cache to the socket.</summary>
/// <remarks>
/// <para>
/// Or two calls, the header held back by MSG_MORE until the mapping's first bytes fill its segment. A small file then takes
/// 0.3 µs longer; one of 1 MiB arrived in 0.86 of the time (5 alternating processes, the same in C), because the receiver
/// goes to sleep less often in between: perf stat counts 5.8 context switches per transfer instead of 7.2.
/// </para>
/// <para>
/// A file cut short meanwhile is a <see cref="TransferException"/> and never SIGBUS: the process does not touch the
/// mapping, EFAULT is taken for the change it is, and the length is looked at again after the last send, because a file
/// cut short within its last page reads as zeros there.
/// </para>
/// </remarks>
public sealed class Mapped(ConnectionOptions options, bool isKept, bool holdsHeaderBack = false) : SocketStrategy(options)
{
    private readonly MappedFile _file = new(isKept);

    /// <summary>Opened and mapped at every transfer.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe("mapped", "open, mmap(2), one sendmsg(2) of header and mapping", isKept: false);

    /// <summary>The mapping kept while path and length stay the same.</summary>
    public static StrategyDescriptor DescriptorKept { get; } = Describe("mapped-kept", "one sendmsg(2) of header and mapping, mapping kept", isKept: true);

    /// <summary>The mapping kept, and the header sent before it.</summary>
    public static StrategyDescriptor DescriptorMoreKept { get; } =
        Describe("mapped-more-kept", "header under MSG_MORE, sendmsg(2) of the mapping, which is kept", isKept: true, holdsHeaderBack: true);

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        nint mapping = _file.BeginTransfer(payload);
        try
        {
            Send(connection, payload, mapping);
            _file.ThrowIfChanged(payload);
            return connection.ReadAcknowledgement(payload);
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

    private static StrategyDescriptor Describe(string id, string mechanism, bool isKept, bool holdsHeaderBack = false) =>
        StrategyDescriptor.For(id, StrategyFamily.Sockets, mechanism, options => new Mapped(options, isKept, holdsHeaderBack)) with
        {
            Probe = Availability.OnLinux("sendmsg(2) of a mapping"),
            SystemCalls = ["sendmsg"],
            Transports = Transport.AnyStream,
            Holds = isKept ? FileHolding.Kept : FileHolding.PerTransfer,
        };

    /// <summary>One call, unless the kernel takes less at once: a call moves at most 0x7ffff000 bytes.</summary>
    private unsafe void Send(FramedConnection connection, Payload payload, nint mapping)
    {
        IoVector* parts = stackalloc IoVector[2];
        var message = new MessageHeader { Parts = parts, PartCount = 2 };
        if (holdsHeaderBack)
        {
            connection.SendHeader(payload.Length);
        }

        fixed (byte* header = holdsHeaderBack ? [] : connection.Header(payload.Length))
        {
            long sent = holdsHeaderBack ? FrameHeader.Size : 0;
            while (sent < FrameHeader.Size + payload.Length)
            {
                long ofHeader = Math.Min(sent, FrameHeader.Size);
                long ofPayload = sent - ofHeader;
                parts[0] = new IoVector { Start = header + ofHeader, Length = (nuint)(FrameHeader.Size - ofHeader) };
                parts[1] = new IoVector { Start = (byte*)mapping + ofPayload, Length = (nuint)(payload.Length - ofPayload) };
                nint moved = SendMsg.Invoke(connection.Socket.SafeHandle, &message, 0);
                if (moved >= 0)
                {
                    sent += moved;
                }
                else if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw errno == Errno.BadAddress ? _file.Torn(payload, ofPayload) : connection.Failed("sending", errno);
                }
            }
        }
    }
}
