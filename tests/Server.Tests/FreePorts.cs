using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Server.Tests;

/// <summary>Ports that follow each other, below those that a system hands out by itself.</summary>
internal static class FreePorts
{
    private const int First = 20_000;
    private const int Last = 32_000;

    private static int s_next = First + (Environment.ProcessId % 1000 * 10);

    /// <summary>The first of <paramref name="count"/> ports that are free now and given to no other test.</summary>
    public static int Take(int count)
    {
        while (true)
        {
            int port = Interlocked.Add(ref s_next, count) - count;
            Assert.InRange(port + count, First, Last);
            if (Enumerable.Range(port, count).All(IsFree))
            {
                return port;
            }
        }
    }

    public static string Text(int port) => port.ToString(CultureInfo.InvariantCulture);

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
