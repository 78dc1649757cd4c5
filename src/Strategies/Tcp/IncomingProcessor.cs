using System.Buffers.Binary;
using System.Net.Sockets;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Tcp;

/// <summary>The processor that handled the last packet of a socket: SO_INCOMING_CPU of socket(7), since Linux 3.19.</summary>
/// <remarks>Over loopback that is the processor on which the other end sent it.</remarks>
internal static class IncomingProcessor
{
    /// <summary>Its number; −1 where that cannot be told.</summary>
    public static int Of(Socket socket)
    {
        Span<byte> number = stackalloc byte[sizeof(int)];
        try
        {
            return OperatingSystem.IsLinux()
                && socket.GetRawSocketOption(SocketOption.SocketLevel, SocketOption.IncomingProcessor, number) == number.Length
                ? BinaryPrimitives.ReadInt32LittleEndian(number)
                : -1;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return -1;
        }
    }
}
