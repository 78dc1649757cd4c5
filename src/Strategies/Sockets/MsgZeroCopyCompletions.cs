using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Counts the sends with MSG_ZEROCOPY on one connection, and those whose pages the kernel let go of again.</summary>
/// <remarks>
/// The kernel numbers such sends from 0 and puts ranges of finished ones into the socket's error queue: kernel
/// documentation, networking/msg_zerocopy.rst.
/// </remarks>
internal sealed unsafe class MsgZeroCopyCompletions(FramedConnection connection, TimeSpan limit)
{
    /// <summary>More than a cmsghdr, a sock_extended_err and the IPv6 address that follows it.</summary>
    private const int ControlSize = 128;

    private const string Doing = "waiting for the kernel to let go of the pages";

    /// <summary>Sends that are not complete.</summary>
    public long Outstanding { get; private set; }

    /// <summary>Sends that are complete.</summary>
    public long Completed { get; private set; }

    /// <summary>Those of the completed that the kernel copied after all.</summary>
    public long Copied { get; private set; }

    /// <summary>A send succeeded, and will be completed.</summary>
    public void Expect() => Outstanding++;

    /// <summary>Waits until every send is complete.</summary>
    /// <exception cref="TransferException">The connection was lost, or none was completed for as long as the limit.</exception>
    public void ReapAll()
    {
        while (Outstanding > 0)
        {
            Reap();
        }
    }

    /// <summary>Waits until at least one more send is complete.</summary>
    /// <exception cref="TransferException">The connection was lost, or none was completed for as long as the limit.</exception>
    public void Reap()
    {
        if (TryTake())
        {
            return;
        }

        WaitForError();
        if (!TryTake())
        {
            // Something is wrong with the socket, then, that is not a completion.
            throw connection.Failed(Doing, Errno.ConnectionReset);
        }
    }

    /// <summary>Waits for POLLERR, which an entry in the error queue raises, and a broken connection as well.</summary>
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

    /// <summary>Takes a range of finished sends out of the error queue; false when there is none now.</summary>
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

    /// <summary>Counts the range that an entry of the error queue is about; false when it is about something else.</summary>
    private bool Count(byte* control, nuint length)
    {
        // One entry a call, and the first piece of control data is always this one (IP_RECVERR, IPV6_RECVERR).
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
