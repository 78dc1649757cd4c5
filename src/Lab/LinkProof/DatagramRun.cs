using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.Sockets;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Lab.LinkProof;

/// <summary>
/// Numbered datagrams that were sent over a link at a steady pace: when each left, and when the kernel at the other end got it.
/// </summary>
internal sealed class DatagramRun
{
    /// <summary>Pause between two bursts.</summary>
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(1);

    private readonly long[] _sent;
    private readonly long[] _arrived;

    private DatagramRun(int count)
    {
        _sent = new long[count];
        _arrived = new long[count];
    }

    /// <summary>Number of datagrams that were sent.</summary>
    public int Sent => _sent.Length;

    /// <summary>Number of datagrams that arrived, each counted once.</summary>
    public int Arrived => _arrived.Count(time => time != 0);

    /// <summary>Numbers of those that did not arrive, from 0.</summary>
    public long[] Missing => [.. Enumerable.Range(0, _sent.Length).Where(number => _arrived[number] == 0).Select(number => (long)number)];

    /// <summary>Time that each one took that arrived, in nanoseconds, sorted.</summary>
    public long[] Delays => [.. Enumerable.Range(0, _sent.Length)
        .Where(number => _arrived[number] != 0)
        .Select(number => _arrived[number] - _sent[number])
        .Order()];

    /// <summary>Sends datagrams, and waits until no more arrive.</summary>
    /// <param name="link">The link.</param>
    /// <param name="isFromSender">The direction.</param>
    /// <param name="count">Number of datagrams.</param>
    /// <param name="length">Length of the IP packets, in bytes.</param>
    /// <param name="perSecond">Number of datagrams in a second.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static DatagramRun Make(
        ProvedLink link,
        bool isFromSender,
        int count,
        int length,
        double perSecond,
        CancellationToken cancellationToken)
    {
        var run = new DatagramRun(count);
        using Socket from = link.Datagrams(isFromSender);
        using Socket to = link.Datagrams(!isFromSender);
        StampedDatagrams.Enable(to);
        Task receiving = AtOnceAsync(() => run.Receive(to));
        Task sending = AtOnceAsync(() => run.Send(from, length - ProvedLink.Headers, perSecond, cancellationToken));
        Task.WaitAll([sending, receiving], CancellationToken.None);
        return run;
    }

    /// <summary>On a thread that runs before all of normal priority: how late this process is, is not the link's error.</summary>
    private static Task AtOnceAsync(Action action) => Task.Factory.StartNew(
        () =>
        {
            PreciseWait.MakeThreadPunctual();
            _ = RealTime.Enter();
            action();
        },
        CancellationToken.None,
        TaskCreationOptions.LongRunning,
        TaskScheduler.Default);

    private void Send(Socket socket, int length, double perSecond, CancellationToken cancellationToken)
    {
        byte[] datagram = new byte[length];
        long start = Stopwatch.GetTimestamp();
        for (int number = 0; number < _sent.Length; number++)
        {
            while (number > Stopwatch.GetElapsedTime(start).TotalSeconds * perSecond)
            {
                cancellationToken.ThrowIfCancellationRequested();
                Thread.Sleep(s_tick);
            }

            BinaryPrimitives.WriteInt32LittleEndian(datagram, number);
            _sent[number] = StampedDatagrams.Now;
            socket.Send(datagram);
        }
    }

    private void Receive(Socket socket)
    {
        byte[] datagram = new byte[1 << 16];
        // Until nothing has come for so long that nothing more will.
        while (StampedDatagrams.Receive(socket, datagram, out long arrived) is var length and >= 0)
        {
            int number = length >= sizeof(int) ? BinaryPrimitives.ReadInt32LittleEndian(datagram) : -1;
            if (number >= 0 && number < _arrived.Length && _arrived[number] == 0)
            {
                _arrived[number] = arrived;
            }
        }
    }
}
