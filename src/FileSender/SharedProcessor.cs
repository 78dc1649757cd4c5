using System.Net.Sockets;

namespace FileTransfer.Sending;

/// <summary>Finds out where the peer of a connection runs, when that is this machine.</summary>
internal static class SharedProcessor
{
    // <asm-generic/socket.h>; socket(7), unix(7)
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;
    private const int IncomingCpu = 49;
    private const int IncomingDevice = 56;

    /// <summary>Size of struct ucred, which begins with the id of the process.</summary>
    private const int PeerCredentialsSize = 12;

    /// <summary>
    /// True when the peer runs on this machine, and the kernel handled its last packet on another processor than the one that this thread
    /// runs on: SO_INCOMING_CPU, and no network device (SO_INCOMING_NAPI_ID). False when that is not known.
    /// </summary>
    public static bool IsBesideAnotherOf(Socket socket)
    {
        if (socket.AddressFamily is not (AddressFamily.InterNetwork or AddressFamily.InterNetworkV6))
        {
            return false;
        }

        Span<byte> value = stackalloc byte[sizeof(int)];
        try
        {
            socket.GetRawSocketOption(SocketLevel, IncomingCpu, value);
            int incoming = BitConverter.ToInt32(value);
            if (incoming < 0 || incoming == Thread.GetCurrentProcessorId())
            {
                return false;
            }

            socket.GetRawSocketOption(SocketLevel, IncomingDevice, value);
            return BitConverter.ToInt32(value) == 0;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return false;
        }
    }

    /// <summary>
    /// True when polling would keep the peer from running: this thread may only use one processor, and the peer is known to run on it.
    /// The kernel handled its last packet there (SO_INCOMING_CPU), or its process may only use that one too. False when nothing is known
    /// of the peer.
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

        Span<byte> value = stackalloc byte[PeerCredentialsSize];
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
