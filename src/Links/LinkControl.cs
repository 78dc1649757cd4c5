using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using FileTransfer.Results;

namespace FileTransfer.Links;

/// <summary>Answers the users of a link, on the loopback device of the sender's namespace: one line for each line.</summary>
/// <remarks>
/// <c>mark</c> begins to count and <c>use</c> tells what was counted since, for each connection apart; <c>lost</c> lists lost packets.
/// The link exists as long as somebody is connected.
/// </remarks>
internal sealed class LinkControl
{
    /// <summary>Longest wait for the first user.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly ILink _link;
    private readonly TcpListener _listener;
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _users;

    /// <summary>Listens in a namespace.</summary>
    public LinkControl(ILink link, NetworkNamespace where)
    {
        _link = link;
        _listener = where.Run(() =>
        {
            var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            return listener;
        });
        new Thread(Accept) { IsBackground = true, Name = "users" }.Start();
    }

    /// <summary>Where it listens.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Waits until the last user has gone; false when none has come in time.</summary>
    public bool WaitUntilUnused()
    {
        _ = _over.Task.Wait(s_patience);
        if (Volatile.Read(ref _users) > 0)
        {
            _over.Task.Wait();
        }

        return _over.Task.IsCompleted;
    }

    private void Accept()
    {
        while (true)
        {
            Socket user = _listener.AcceptSocket();
            Interlocked.Increment(ref _users);
            new Thread(() => Serve(user)) { IsBackground = true, Name = "user" }.Start();
        }
    }

    private void Serve(Socket user)
    {
        try
        {
            using var stream = new NetworkStream(user, ownsSocket: true);
            using var reader = new StreamReader(stream);
            using var writer = new StreamWriter(stream) { AutoFlush = true };
            (long Time, LineCounters ToReceiver, LineCounters ToSender) mark = Mark();
            while (reader.ReadLine() is { } command)
            {
                switch (command)
                {
                    case "mark":
                        mark = Mark();
                        writer.WriteLine("marked");
                        break;
                    case "use":
                        writer.WriteLine(JsonSerializer.Serialize(Since(mark), LinkJson.Default.LinkUse));
                        break;
                    case "lost":
                        (long[] toReceiver, long[] toSender) = _link.Lost();
                        writer.WriteLine(JsonSerializer.Serialize(toReceiver, LinkJson.Default.Int64Array));
                        writer.WriteLine(JsonSerializer.Serialize(toSender, LinkJson.Default.Int64Array));
                        break;
                    default:
                        writer.WriteLine("unknown");
                        break;
                }
            }
        }
        catch (IOException)
        {
            // The user has gone without a word.
        }
        finally
        {
            if (Interlocked.Decrement(ref _users) == 0)
            {
                _over.TrySetResult();
            }
        }
    }

    private (long Time, LineCounters ToReceiver, LineCounters ToSender) Mark()
    {
        (LineCounters toReceiver, LineCounters toSender) = _link.Count();
        return (Stopwatch.GetTimestamp(), toReceiver, toSender);
    }

    private LinkUse Since((long Time, LineCounters ToReceiver, LineCounters ToSender) mark)
    {
        (long time, LineCounters toReceiver, LineCounters toSender) = Mark();
        double seconds = Stopwatch.GetElapsedTime(mark.Time, time).TotalSeconds;
        return new LinkUse
        {
            Seconds = Math.Round(seconds, 6),
            ToReceiver = Traffic(toReceiver.Since(mark.ToReceiver), seconds),
            ToSender = Traffic(toSender.Since(mark.ToSender), seconds),
        };
    }

    private static LinkTraffic Traffic(LineCounters counted, double seconds)
    {
        (long used, long spun) = counted.Processor;
        double? share(long nanoseconds) => used > 0 ? Math.Round(Math.Clamp(nanoseconds / 1e9 / seconds, 0, 1), 4) : null;
        return new LinkTraffic
        {
            Forwarded = counted.Forwarded,
            Lost = counted.Lost,
            Overflowed = counted.Overflowed,
            Duplicated = counted.Duplicated,
            Reordered = counted.Reordered,
            Overrun = counted.Overrun,
            ProcessorShare = share(used - spun),
            WaitingShare = share(spun),
            LateP50Microseconds = counted.Lateness.Microseconds(0.5),
            LateP90Microseconds = counted.Lateness.Microseconds(0.9),
            LateP99Microseconds = counted.Lateness.Microseconds(0.99),
            LateMostMicroseconds = counted.Lateness.Microseconds(1),
        };
    }
}
