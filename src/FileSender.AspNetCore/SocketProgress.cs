using System.Buffers.Binary;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace FileTransfer.Sending.AspNetCore;

/// <summary>How many bytes the kernel has taken from whoever writes to a socket.</summary>
/// <remarks>
/// Kestrel's transport sends on its own time what was flushed, and tells nobody when it has. What the kernel has taken is what the peer has
/// acknowledged (tcpi_bytes_acked of TCP_INFO, tcp(7)) and what waits for that (SIOCOUTQ). They are read in this order: bytes that are
/// acknowledged in between are missing then, and never counted twice.
/// </remarks>
/// <param name="Taken">Number of bytes since the connection began, and a constant.</param>
/// <param name="Queued">Those of them that the peer has not acknowledged.</param>
internal readonly partial record struct SocketProgress(long Taken, int Queued)
{
    private const int TcpLevel = 6;
    private const int TcpInfo = 11;
    private const int AckedOffset = 120;
    private const uint OutQueue = 0x5411;

    /// <summary>Looks at a socket; null where it is closed, or the kernel does not tell.</summary>
    public static SocketProgress? Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[AckedOffset + sizeof(long)];
        try
        {
            if (socket.GetRawSocketOption(TcpLevel, TcpInfo, info) < info.Length
                || Control(socket.SafeHandle, OutQueue, out int queued) != 0)
            {
                return null;
            }

            return new SocketProgress(BinaryPrimitives.ReadInt64LittleEndian(info[AckedOffset..]) + queued, queued);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return null;
        }
    }

    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static partial int Control(SafeHandle socket, nuint request, out int value);
}
