using System.Net.Sockets;

namespace FileTransfer.Sending;

/// <summary>Finds out whether both ends of a connection can only run on one processor, where polling keeps the peer from running.</summary>
internal static class SharedProcessor
{
    // <asm-generic/socket.h>; socket(7), unix(7)
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;
    private const int IncomingCpu = 49;

    /// <summary>
    /// True when this thread may only use one processor, and the peer is known to run on it: the kernel handled its last packet
    /// there (SO_INCOMING_CPU), or its process may only use that one too. False when nothing is known of the peer.
    /// </summary>
    public static bool IsOnlyOneOf(Socket socket)
    {
        if (Environment.ProcessorCount == 1 && !OperatingSystem.IsLinux())
        {
            return true;
        }

        if (!Native.IsAvailable || Native.OnlyProcessorOf(process: 0) is not { } own)
        {
            return false;
        }

        Span<byte> value = stackalloc byte[12];
        try
        {
            if (socket.AddressFamily == AddressFamily.Unix)
            {
                socket.GetRawSocketOption(SocketLevel, PeerCredentials, value);
                return Native.OnlyProcessorOf(process: BitConverter.ToInt32(value)) == own;
            }

            socket.GetRawSocketOption(SocketLevel, IncomingCpu, value[..sizeof(int)]);
            return BitConverter.ToInt32(value) == own;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return false;
        }
    }
}
