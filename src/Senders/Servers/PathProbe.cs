using System.Diagnostics;
using System.Net;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tcp;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Senders.Servers;

/// <summary>Finds out about the path of a run over TCP: its round trip, its packets, and over a network its rate.</summary>
internal static class PathProbe
{
    private const int RoundTrips = 5;
    private const int FirstFrame = 64 << 10;
    private const int LastFrame = 16 << 20;

    /// <summary>A frame that takes so long tells the rate, whatever the beginning of the connection was like.</summary>
    private static readonly TimeSpan s_enough = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);

    /// <summary>Measures on a connection of its own to the receiver of frames; null where the kernel does not tell.</summary>
    /// <param name="control">The server.</param>
    /// <param name="sender">How the sender connects.</param>
    /// <param name="isLoopback">True to leave the rate out: over loopback it is that of memory.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ServerException">The server no longer answers.</exception>
    public static async Task<NetworkPath?> MeasureAsync(
        ControlClient control,
        SenderOptions sender,
        bool isLoopback,
        CancellationToken cancellationToken)
    {
        EndPoint receiver = await control.FindEndpointAsync(Transport.Tcp, isVerifying: false, cancellationToken);
        try
        {
            using var connection = FramedConnection.Connect(new ConnectionOptions
            {
                Endpoint = receiver,
                NoDelay = true,
                CongestionControl = sender.CongestionControl,
                Timeout = s_limit,
            });
            for (int i = 0; i < RoundTrips; i++)
            {
                _ = Send(connection, []);
            }

            return TcpPath.Of(connection.Socket) is { } path
                ? new NetworkPath(path.RoundTripMicroseconds, path.SegmentBytes, path.MtuBytes, isLoopback ? null : Rate(connection))
                : null;
        }
        catch (TransferException)
        {
            // The launches over this path will fail with the reason.
            return null;
        }
    }

    private static double Rate(FramedConnection connection)
    {
        for (int size = FirstFrame; ; size *= 2)
        {
            TimeSpan time = Send(connection, new byte[size]);
            if (time >= s_enough || size == LastFrame)
            {
                return Math.Round(size / time.TotalSeconds / 1e6, 3);
            }
        }
    }

    private static TimeSpan Send(FramedConnection connection, byte[] content)
    {
        long start = Stopwatch.GetTimestamp();
        connection.Send(connection.Header(content.Length));
        connection.Send(content);
        _ = connection.ReadAcknowledgement(new Payload("", content.Length));
        return Stopwatch.GetElapsedTime(start);
    }
}
