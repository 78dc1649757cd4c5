using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>mmap(2), then one sendmsg(2) of header and mapping: the kernel copies once, from the page cache to the socket.</summary>
/// <remarks>
/// <para>
/// A variant uses two calls: it sends the header with MSG_MORE, which the kernel holds back until the mapping's first bytes
/// fill its segment. A small file then takes 0.3 µs longer; a file of 1 MiB arrived in 0.86 of the time (5 alternating
/// processes, the same in C), because the receiver sleeps less often during the transfer: perf stat counts 5.8 context
/// switches per transfer instead of 7.2.
/// </para>
/// <para>
/// Behind a header of 8 bytes the kernel copies a mapping, which begins with a page, to the place where some processors copy slowly
/// (docs/findings.md). No address of a mapping avoids that.
/// </para>
/// <para>
/// A file truncated during the transfer causes a <see cref="TransferException"/> and never SIGBUS: managed code does not
/// read the mapping, EFAULT is reported as a changed file, and the length is checked again after the last send, because the
/// rest of a page reads as zeros when the file was truncated within it.
/// </para>
/// </remarks>
public sealed class Mapped(ConnectionOptions options, bool isKept, bool holdsHeaderBack = false) : SocketStrategy(options)
{
    private readonly MappedFile _file = new(isKept);

    /// <summary>Opened and mapped at every transfer.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "mapped",
        "open, mmap(2), one sendmsg(2) of header and mapping",
        isKept: false);

    /// <summary>Mapped once, as long as path and length stay the same.</summary>
    public static StrategyDescriptor DescriptorKept { get; } = Describe(
        "mapped-kept",
        "one sendmsg(2) of header and mapping, mapping kept",
        isKept: true);

    /// <summary>Mapped once, with the header sent in its own call before the mapping.</summary>
    public static StrategyDescriptor DescriptorMoreKept { get; } = Describe(
        "mapped-more-kept",
        "send(MSG_MORE) for the header, sendmsg(2) of the mapping, mapping kept",
        isKept: true,
        holdsHeaderBack: true);

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
            NotCold = isKept ? "it keeps its mapping, and mapped pages stay in the page cache" : null,
        };

    /// <summary>Sends in one call, unless the kernel takes only a part: a call moves at most 0x7ffff000 bytes.</summary>
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
                long headerSent = Math.Min(sent, FrameHeader.Size);
                long payloadSent = sent - headerSent;
                parts[0] = new IoVector { Start = header + headerSent, Length = (nuint)(FrameHeader.Size - headerSent) };
                parts[1] = new IoVector { Start = (byte*)mapping + payloadSent, Length = (nuint)(payload.Length - payloadSent) };
                nint moved = SendMsg.Invoke(connection.Socket.SafeHandle, &message, 0);
                if (moved >= 0)
                {
                    sent += moved;
                }
                else if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw errno == Errno.BadAddress ? _file.MappingUnreadable(payload, payloadSent) : connection.Failed("sending", errno);
                }
            }
        }
    }
}
