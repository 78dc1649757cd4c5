using System.ComponentModel;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Lab.LinkProof;

/// <summary>Receives datagrams with the time at which the kernel got them: how late a thread wakes up is no error of a link.</summary>
internal static unsafe class StampedDatagrams
{
    /// <summary>The time on the kernel's clock for datagrams: nanoseconds since 1970, in steps of 100.</summary>
    public static long Now => (DateTime.UtcNow - DateTime.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick;

    /// <summary>Has the kernel stamp what arrives at a socket.</summary>
    /// <exception cref="SocketException">The kernel does not.</exception>
    public static void Enable(Socket socket)
    {
        int on = 1;
        socket.SetRawSocketOption(SocketOption.SocketLevel, SocketOption.TimestampNanoseconds, new ReadOnlySpan<byte>(&on, sizeof(int)));
    }

    /// <summary>Waits for a datagram.</summary>
    /// <param name="socket">Socket whose datagrams are stamped.</param>
    /// <param name="datagram">Gets its bytes.</param>
    /// <param name="arrived">When the kernel got it, on the clock of <see cref="Now"/>.</param>
    /// <returns>Number of bytes; −1 when none came within the socket's limit.</returns>
    /// <exception cref="Win32Exception">The socket failed, or the kernel did not stamp the datagram.</exception>
    public static int Receive(Socket socket, Span<byte> datagram, out long arrived)
    {
        arrived = 0;
        int controlSize = sizeof(ControlHeader) + sizeof(TimeSpec);
        byte* control = stackalloc byte[controlSize];
        fixed (byte* bytes = datagram)
        {
            var part = new IoVector { Start = bytes, Length = (nuint)datagram.Length };
            var message = new MessageHeader { Parts = &part, PartCount = 1, Control = control, ControlLength = (nuint)controlSize };
            nint length = RecvMsg.Invoke(socket.SafeHandle, &message, 0);
            if (length < 0)
            {
                return Marshal.GetLastPInvokeError() is Errno.TryAgain
                    ? -1
                    : throw new Win32Exception(Marshal.GetLastPInvokeError(), "recvmsg(2) failed");
            }

            ControlHeader header = Unsafe.ReadUnaligned<ControlHeader>(control);
            if (message.ControlLength < (nuint)controlSize
                || (header.Level, header.Type) != (SocketOption.SocketLevel, SocketOption.TimestampNanoseconds))
            {
                throw new Win32Exception("the kernel did not say when a datagram arrived (SO_TIMESTAMPNS)");
            }

            arrived = Unsafe.ReadUnaligned<TimeSpec>(control + sizeof(ControlHeader)).AsNanoseconds;
            return (int)length;
        }
    }
}
