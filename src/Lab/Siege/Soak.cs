using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Lab.Siege;

/// <summary>
/// Many connections of mixed sizes for a long time, one in ten of which misbehaves, against a server that is killed and suspended
/// meanwhile: every transfer of the others is verified or reported as failed.
/// </summary>
/// <remarks>In the first half the server is killed and started again, in the second it is suspended; then nothing of it may grow.</remarks>
/// <param name="connections">Number of connections.</param>
/// <param name="seed">Seed of sizes, contents and misbehaviour.</param>
internal sealed class Soak(int connections, int seed)
{
    private const int LongestFrame = 1 << 20;
    private const int MisbehaveOneIn = 10;

    private readonly byte[] _content = MakeContent(seed);
    private volatile SiegedServer? _server;
    private volatile bool _isOver;
    private long _begun;
    private long _verified;
    private long _failed;
    private long _wrong;
    private long _misdeeds;

    /// <summary>Runs for a time.</summary>
    /// <exception cref="ServerException">A server did not start.</exception>
    public async Task<Finding> RunAsync(TimeSpan time, CancellationToken cancellationToken)
    {
        var random = new Random(seed);
        long start = Stopwatch.GetTimestamp();
        int kills = 0;
        int stops = 0;
        List<(int Descriptors, int Threads, long WorkingSet)> readings = [];
        _server = await StartServerAsync(cancellationToken);
        Thread[] senders = [.. Enumerable.Range(0, connections)
            .Select(number => new Thread(() => Send(number), 256 << 10) { IsBackground = true })];
        try
        {
            Array.ForEach(senders, sender => sender.Start());
            while (Stopwatch.GetElapsedTime(start) < time)
            {
                await Task.Delay(TimeSpan.FromSeconds(1 + random.NextDouble()), cancellationToken);
                if (Stopwatch.GetElapsedTime(start) < time / 2)
                {
                    SiegedServer killed = _server;
                    killed.Kill();
                    _server = await StartServerAsync(cancellationToken);
                    await killed.DisposeAsync();
                    kills++;
                }
                else
                {
                    readings.Add((_server.Descriptors, _server.Threads, _server.WorkingSet));
                    if (random.Next(3) == 0)
                    {
                        await _server.SuspendAsync(TimeSpan.FromMilliseconds(500), cancellationToken);
                        stops++;
                    }
                }
            }

            _isOver = true;
            Array.ForEach(senders, sender => sender.Join());
        }
        finally
        {
            _isOver = true;
            await _server.DisposeAsync();
        }

        long lost = _begun - _verified - _failed - _wrong;
        bool isFlat = IsFlat(readings, out string growth);
        return new Finding(
            Text($"{connections} connections for {time.TotalSeconds:0} s, 1 in {MisbehaveOneIn} misbehaving (seed {seed}), ")
                + Text($"server killed {kills} and suspended {stops} times"),
            "every well-behaved transfer verified or reported failed, none lost; descriptors, threads and memory flat in the second half",
            Text($"{_verified:N0} verified, {_failed:N0} reported failed, {_wrong} wrong, {lost} lost; {_misdeeds:N0} misdeeds; {growth}"),
            _verified > 0 && _wrong == 0 && lost == 0 && isFlat);
    }

    private static async Task<SiegedServer> StartServerAsync(CancellationToken cancellationToken) =>
        await SiegedServer.StartAsync("tcp-verify", cancellationToken, "--idle-timeout", "5s", "--min-rate", "0");

    private static byte[] MakeContent(int seed)
    {
        byte[] content = new byte[2 * LongestFrame];
        new Random(seed).NextBytes(content);
        return content;
    }

    private static bool IsFlat(List<(int Descriptors, int Threads, long WorkingSet)> readings, out string growth)
    {
        int third = readings.Count / 3;
        if (third == 0)
        {
            growth = "too short to tell whether anything grows";
            return true;
        }

        // The first third begins with a server that has just started.
        double Growth(Func<(int Descriptors, int Threads, long WorkingSet), double> of) =>
            Median(readings.TakeLast(third).Select(of)) - Median(readings.Skip(third).Take(third).Select(of));
        double descriptors = Growth(reading => reading.Descriptors);
        double threads = Growth(reading => reading.Threads);
        double memory = Growth(reading => reading.WorkingSet / 1e6);
        growth = Text($"in the last third of the second half, more than in the one before: {descriptors:0} descriptors, ")
            + Text($"{threads:0} threads, {memory:0.0} MB");
        // Connections come and go, and after a pause all of them work at once, each with a buffer. What leaks exceeds that with time.
        return descriptors < 128 && threads < 256 && memory < 256;
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private static string Text(FormattableString words) => words.ToString(CultureInfo.InvariantCulture);

    private void Send(int number)
    {
        var random = new Random(unchecked((seed * 7919) + number));
        bool isMisbehaving = number % MisbehaveOneIn == 0;
        byte[] frame = new byte[FrameHeader.Size + LongestFrame];
        while (!_isOver)
        {
            try
            {
                using var client = new SiegeClient(_server!.Endpoint);
                while (!_isOver)
                {
                    if (isMisbehaving)
                    {
                        Misbehave(client, random);
                        Interlocked.Increment(ref _misdeeds);
                        break;
                    }

                    Transfer(client, random, frame);
                }
            }
            catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
            {
                // Counted where it happened. The server was killed, or is not there yet.
                Thread.Sleep(random.Next(5, 50));
            }
        }
    }

    private void Transfer(SiegeClient client, Random random, byte[] frame)
    {
        // Small ones most of the time.
        int length = (int)(LongestFrame * Math.Pow(random.NextDouble(), 6));
        ReadOnlySpan<byte> payload = _content.AsSpan(random.Next(LongestFrame), length);
        FrameHeader.Write(frame, length);
        payload.CopyTo(frame.AsSpan(FrameHeader.Size));
        var crc = new Crc32C();
        crc.Append(payload);
        Interlocked.Increment(ref _begun);
        Acknowledgement answer;
        try
        {
            client.Send(frame.AsSpan(0, FrameHeader.Size + length));
            answer = client.ReadAcknowledgement();
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            Interlocked.Increment(ref _failed);
            throw;
        }

        Interlocked.Increment(ref answer.Status == length && answer.Crc32C == crc.Value ? ref _verified : ref _wrong);
    }

    private void Misbehave(SiegeClient client, Random random)
    {
        byte[] header = new byte[FrameHeader.Size];
        FrameHeader.Write(header, LongestFrame);
        switch (random.Next(6))
        {
            case 0:
                FrameHeader.Write(header, -random.Next());
                client.Send(header);
                _ = client.ReadStatus();
                break;
            case 1:
                client.Send(header.AsSpan(0, random.Next(1, header.Length)));
                break;
            case 2:
                client.Send(header);
                client.Send(_content.AsSpan(0, random.Next(LongestFrame)));
                client.Reset();
                break;
            case 3:
                client.Send(header);
                Thread.Sleep(random.Next(2000));
                break;
            case 4:
                // Answers that nobody reads.
                client.Send(new byte[256 << 10]);
                Thread.Sleep(random.Next(500));
                break;
            default:
                client.Send(_content.AsSpan(random.Next(LongestFrame), random.Next(1, 100)));
                break;
        }
    }
}
