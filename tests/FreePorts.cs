using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Tests;

/// <summary>Ports that follow each other, below those that a system hands out by itself.</summary>
/// <remarks>
/// For programs that cannot choose a port: one that the system handed out and took back may be handed to another test meanwhile.
/// Each is kept from other runs of these tests by a UDP socket on the same number, which no server here uses.
/// </remarks>
internal static class FreePorts
{
    private const int First = 20_000;
    private const int Last = 32_000;

    private static readonly ConcurrentBag<Socket> s_kept = [];
    private static int s_next = First + (Environment.ProcessId % 1000 * 10);

    /// <summary>The first of <paramref name="count"/> ports that are free now and given to no other test.</summary>
    public static int Take(int count)
    {
        while (true)
        {
            int port = Interlocked.Add(ref s_next, count) - count;
            if (port + count > Last)
            {
                throw new InvalidOperationException($"no {count} ports are left from {port} to {Last}");
            }

            if (Enumerable.Range(port, count).All(one => IsKept(one) && IsFree(one)))
            {
                return port;
            }
        }
    }

    public static string Text(int port) => port.ToString(CultureInfo.InvariantCulture);

    private static bool IsKept(int port)
    {
        var socket = new Socket(SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            s_kept.Add(socket);
            return true;
        }
        catch (SocketException)
        {
            socket.Dispose();
            return false;
        }
    }

    private static bool IsFree(int port)
    {
        try
        {
            using var probe = new TcpListener(IPAddress.Loopback, port);
            probe.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
