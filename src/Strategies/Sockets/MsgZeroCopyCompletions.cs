using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Counts the sends with MSG_ZEROCOPY on one connection and their completions: the kernel then no longer uses their pages.
/// </summary>
/// <remarks>
/// The kernel numbers such sends from 0 and puts ranges of finished ones into the socket's error queue: kernel
/// documentation, networking/msg_zerocopy.rst.
/// </remarks>
internal sealed unsafe class MsgZeroCopyCompletions(FramedConnection connection, TimeSpan limit)
{
    /// <summary>More than a cmsghdr, a sock_extended_err and the IPv6 address that follows it.</summary>
    private const int ControlSize = 128;

    private const string Doing = "waiting for the kernel to release the pages";

    public long Outstanding { get; private set; }

    public long Completed { get; private set; }

    /// <summary>Number of completed sends whose bytes the kernel copied.</summary>
    public long Copied { get; private set; }

    /// <summary>Counts a successful send, for which a completion will arrive.</summary>
    public void Expect() => Outstanding++;

    /// <summary>Waits until every send is complete.</summary>
    /// <exception cref="TransferException">The connection was lost, or no send completed within the time limit.</exception>
    public void ReapAll()
    {
        while (Outstanding > 0)
        {
            Reap();
        }
    }

    /// <summary>Waits until at least one more send is complete.</summary>
    /// <exception cref="TransferException">The connection was lost, or no send completed within the time limit.</exception>
    public void Reap()
    {
        if (TryTake())
        {
            return;
        }

        WaitForError();
        if (!TryTake())
        {
            // POLLERR without a completion: the connection is broken.
            throw connection.Failed(Doing, Errno.ConnectionReset);
        }
    }

    /// <summary>Waits for POLLERR, which an entry in the error queue or a broken connection raises.</summary>
    private void WaitForError()
    {
        long start = Stopwatch.GetTimestamp();
        var entry = new Poll.Entry { Descriptor = (int)connection.Socket.SafeHandle.DangerousGetHandle() };
        while (true)
        {
            TimeSpan left = limit - Stopwatch.GetElapsedTime(start);
            int happened = Poll.Invoke(ref entry, 1, (int)Math.Clamp(Math.Ceiling(left.TotalMilliseconds), 0, int.MaxValue));
            if (happened > 0)
            {
                return;
            }

            int errno = happened == 0 ? Errno.TryAgain : Marshal.GetLastPInvokeError();
            if (errno != Errno.Interrupted)
            {
                throw connection.Failed(Doing, errno);
            }
        }
    }

    /// <summary>Takes a range of completed sends from the error queue; false when the queue is empty.</summary>
    private bool TryTake()
    {
        byte* control = stackalloc byte[ControlSize];
        while (true)
        {
            var message = new MessageHeader { Control = control, ControlLength = ControlSize };
            if (RecvMsg.Invoke(connection.Socket.SafeHandle, &message, RecvMsg.ErrorQueue) >= 0)
            {
                if (Count(control, message.ControlLength))
                {
                    return true;
                }

                continue;
            }

            int errno = Marshal.GetLastPInvokeError();
            if (errno == Errno.TryAgain)
            {
                return false;
            }

            if (errno != Errno.Interrupted)
            {
                throw connection.Failed(Doing, errno);
            }
        }
    }

    /// <summary>Counts the range of sends that an entry of the error queue reports; false when the entry reports something else.</summary>
    private bool Count(byte* control, nuint length)
    {
        // A call returns one entry, and its first piece of control data is always IP_RECVERR or IPV6_RECVERR.
        if (length < (nuint)(sizeof(ControlHeader) + sizeof(ExtendedError)))
        {
            return false;
        }

        ExtendedError error = Unsafe.ReadUnaligned<ExtendedError>(control + sizeof(ControlHeader));
        if (error.Origin != ExtendedError.OriginZeroCopy)
        {
            return false;
        }

        // Numbers wrap around after 2³² sends.
        long count = (long)unchecked(error.Data - error.Info) + 1;
        Outstanding -= count;
        Completed += count;
        Copied += (error.Code & ExtendedError.CodeCopied) != 0 ? count : 0;
        return true;
    }
}
