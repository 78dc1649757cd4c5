using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>
/// Pages of files that sockets were lent by sendfile(2) or splice(2), and that cannot be dropped from the page cache meanwhile.
/// </summary>
/// <remarks>
/// A packet that was received is freed by the processor that made it, when it next handles the network; until then the packet holds its
/// pages, though the receiver has long acknowledged them.
/// </remarks>
internal static class LentPages
{
    private const int MaskBits = 1024;

    /// <summary>Has every processor handle a packet, so that it frees those it owes. Linux.</summary>
    public static void TakeBack()
    {
        // A thread of its own, because it moves from processor to processor.
        var waking = new Thread(static () =>
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            foreach (int processor in ProcessorList.Online(SystemFiles.OfThisMachine) ?? ProcessorMask.Allowed())
            {
                if (MoveTo(processor))
                {
                    _ = socket.SendTo([0], socket.LocalEndPoint!);
                }
            }
        })
        { IsBackground = true, Name = "takes lent pages back" };
        waking.Start();
        waking.Join();
    }

    /// <summary>Moves this thread to a processor; false for one that a cpuset forbids.</summary>
    private static unsafe bool MoveTo(int processor)
    {
        const int ThisThread = 0;
        if (processor >= MaskBits)
        {
            return false;
        }

        ulong* mask = stackalloc ulong[MaskBits / 64];
        mask[processor / 64] = 1UL << (processor % 64);
        return SchedSetAffinity.Invoke(ThisThread, MaskBits / 8, mask) == 0;
    }
}
