using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Links;
using FileTransfer.Strategies.Tcp;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Lab.LinkProof;

/// <summary>A TCP connection over a link that sends as fast as it can: its payload rate once it has found its pace.</summary>
internal static class StreamRun
{
    private const int Port = 9;

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(20);

    /// <summary>Measures the rate in bytes per second, and looks at the window that the receiver offered at the end, in bytes.</summary>
    /// <param name="link">The link.</param>
    /// <param name="buffer">Receive buffer in bytes (SO_RCVBUF), which holds the window; null to let the kernel grow it.</param>
    /// <param name="warmUp">Time before measuring.</param>
    /// <param name="time">Time of measuring.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static (double Rate, int Window) Measure(
        ProvedLink link,
        int? buffer,
        TimeSpan warmUp,
        TimeSpan time,
        CancellationToken cancellationToken)
    {
        var address = new IPEndPoint(IPAddress.Parse(LinkReady.ReceiverAddress), Port);
        using Socket listener = link.Stream(isAtSender: false);
        using Socket sender = link.Stream(isAtSender: true);
        listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        if (buffer is { } bytes)
        {
            listener.ReceiveBufferSize = bytes;
        }

        SocketTuning.SetCongestionControl(sender, "cubic");
        listener.Bind(address);
        listener.Listen(1);
        sender.SendTimeout = (int)s_limit.TotalMilliseconds;
        sender.Connect(address);
        using Socket receiver = listener.Accept();
        receiver.ReceiveTimeout = (int)s_limit.TotalMilliseconds;
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var sending = new Thread(() => Send(sender, stop.Token)) { IsBackground = true, Name = "sends" };
        sending.Start();
        try
        {
            _ = Receive(receiver, warmUp, cancellationToken);
            long start = Stopwatch.GetTimestamp();
            long received = Receive(receiver, time, cancellationToken);
            return (received / Stopwatch.GetElapsedTime(start).TotalSeconds, TcpWindow.Of(sender) ?? 0);
        }
        finally
        {
            stop.Cancel();
            receiver.Close();
            sending.Join();
        }
    }

    private static long Receive(Socket socket, TimeSpan time, CancellationToken cancellationToken)
    {
        byte[] buffer = new byte[1 << 20];
        long total = 0;
        for (long start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < time;)
        {
            cancellationToken.ThrowIfCancellationRequested();
            total += socket.Receive(buffer);
        }

        return total;
    }

    private static void Send(Socket socket, CancellationToken cancellationToken)
    {
        byte[] buffer = new byte[1 << 16];
        try
        {
            while (!cancellationToken.IsCancellationRequested)
            {
                socket.Send(buffer);
            }
        }
        catch (SocketException)
        {
            // The receiver has closed.
        }
    }
}
