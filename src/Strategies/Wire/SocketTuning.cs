using System.Net.Sockets;
using System.Text;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Wire;

/// <summary>Socket options that determine the speed of loopback, for both ends of a connection.</summary>
public static class SocketTuning
{
    /// <summary>Applies the sender's options to a socket that is not connected yet.</summary>
    /// <exception cref="TransferException">An option is not possible on this platform or kernel.</exception>
    public static void Apply(Socket socket, ConnectionOptions options)
    {
        if (socket.AddressFamily == AddressFamily.Unix)
        {
            // Unix domain sockets have neither Nagle's algorithm nor congestion control.
            return;
        }

        socket.NoDelay = options.NoDelay;
        if (options.SendBuffer is { } bytes)
        {
            socket.SendBufferSize = bytes;
        }

        if (options.CongestionControl is { } name)
        {
            SetCongestionControl(socket, name);
        }

        ThrowUnlessInForce(socket, options);
    }

    /// <summary>Reads the requested options back from the socket.</summary>
    /// <exception cref="TransferException">An option has another value: the measurement is of another configuration.</exception>
    public static void ThrowUnlessInForce(Socket socket, ConnectionOptions options)
    {
        if (socket.AddressFamily == AddressFamily.Unix)
        {
            return;
        }

        if (socket.NoDelay != options.NoDelay)
        {
            throw NotInForce("TCP_NODELAY", options.NoDelay ? "on" : "off", socket.NoDelay ? "on" : "off");
        }

        // Linux doubles the number, for its own bookkeeping, and cuts it at net.core.wmem_max: socket(7).
        if (options.SendBuffer is { } buffer && socket.SendBufferSize is var real && real != buffer && real != 2 * buffer)
        {
            throw NotInForce("SO_SNDBUF", $"{buffer}", $"{real}");
        }

        if (options.CongestionControl is { } wanted && CongestionControl(socket) is { } found && found != wanted)
        {
            throw NotInForce("TCP_CONGESTION", wanted, found);
        }
    }

    /// <summary>Chooses the congestion control of a socket before it connects or listens; accepted sockets inherit it.</summary>
    /// <exception cref="TransferException">Not Linux, or the kernel has no such congestion control.</exception>
    public static void SetCongestionControl(Socket socket, string name)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new TransferException(
                TransferErrorKind.Unsupported,
                $"congestion control '{name}' cannot be chosen here: TCP_CONGESTION needs Linux");
        }

        try
        {
            socket.SetRawSocketOption(SocketOption.TcpLevel, SocketOption.TcpCongestion, Encoding.ASCII.GetBytes(name));
        }
        catch (SocketException exception)
        {
            throw new TransferException(
                TransferErrorKind.Unsupported,
                $"congestion control '{name}' is not available; this kernel offers: {string.Join(", ", AvailableCongestionControls())}",
                exception);
        }
    }

    private static TransferException NotInForce(string option, string wanted, string found) => new(
        TransferErrorKind.Mismatch,
        $"{option} is {found} on the socket, but {wanted} was requested: the measurement is of another configuration");

    /// <summary>Name of the congestion control in force on a socket; null where unknown.</summary>
    public static string? CongestionControl(Socket socket)
    {
        if (!OperatingSystem.IsLinux() || socket.AddressFamily == AddressFamily.Unix)
        {
            return null;
        }

        Span<byte> name = stackalloc byte[16];
        int length = socket.GetRawSocketOption(SocketOption.TcpLevel, SocketOption.TcpCongestion, name);
        return Encoding.ASCII.GetString(name[..length]).TrimEnd('\0');
    }

    /// <summary>Congestion controls this kernel offers (/proc/sys/net/ipv4/tcp_available_congestion_control); empty elsewhere.</summary>
    public static IReadOnlyList<string> AvailableCongestionControls()
    {
        const string Path = "/proc/sys/net/ipv4/tcp_available_congestion_control";
        return File.Exists(Path) ? File.ReadAllText(Path).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) : [];
    }
}
