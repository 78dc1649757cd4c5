using System.Globalization;
using FileTransfer.Results;

namespace FileTransfer.Lab.LinkProof;

/// <summary>The parts of the proof of the simulated link, each on links of its own.</summary>
internal static class LinkParts
{
    private const double MostLateMicroseconds = 200;
    private const double MostRelativeError = 0.05;
    private const double MostRateError = 0.1;
    private const int Mtu = 1500;
    private const int ManyPackets = 1_000_000;

    /// <summary>Headers of IPv4 and TCP with timestamps, in bytes.</summary>
    private const int TcpHeaders = 52;

    /// <summary>All parts.</summary>
    /// <param name="scale">Share of the packets and of the time of the whole proof, above 0, up to 1.</param>
    public static IReadOnlyList<Func<CancellationToken, Finding>> All(double scale) =>
    [
        .. ((int[])[1, 10, 50, 100, 200]).Select(mbit => (Func<CancellationToken, Finding>)(token => Delay(mbit, scale, token))),
        .. from percent in (double[])[0.1, 1]
           from isFromSender in (bool[])[true, false]
           select (Func<CancellationToken, Finding>)(token => Loss(percent, isFromSender, scale, token)),
        .. ((int[])[10, 25, 100]).Select(rtt => (Func<CancellationToken, Finding>)(token => Window(rtt, scale, token))),
        .. ((int[])[10, 100, 200]).Select(mbit => (Func<CancellationToken, Finding>)(token => Rate(mbit, scale, token))),
        token => Seed(scale, token),
    ];

    private static Finding Delay(int mbit, double scale, CancellationToken cancellationToken)
    {
        const double Seconds = 10;
        const double DelayNanoseconds = 10e6;
        using var link = ProvedLink.Make("rtt=20ms");
        double perSecond = mbit * 1e6 / 8 / Mtu;
        // Whatever is compiled or touched for the first time.
        _ = DatagramRun.Make(link, isFromSender: true, count: 500, Mtu, perSecond: 5000, cancellationToken);
        link.Mark();
        var run = DatagramRun.Make(link, isFromSender: true, Count(perSecond * Seconds, scale), Mtu, perSecond, cancellationToken);
        long[] errors = [.. run.Delays.Select(delay => (long)Math.Abs(delay - DelayNanoseconds)).Order()];
        double at(double share) => errors[(int)Math.Min(errors.Length - 1, errors.Length * share)] / 1e3;
        string cost = Cost(link.Use());
        return new Finding(
            Text($"delay of 10 ms in one direction, packets of {Mtu} bytes at {mbit} Mbit/s"),
            Text($"error p99 at most {MostLateMicroseconds} µs"),
            Text($"p50 {at(0.5):0} µs, p99 {at(0.99):0} µs, max {at(1):0} µs; {run.Arrived} of {run.Sent} arrived{cost}"),
            at(0.99) <= MostLateMicroseconds && run.Arrived == run.Sent);
    }

    private static Finding Loss(double percent, bool isFromSender, double scale, CancellationToken cancellationToken)
    {
        const int Length = 100;
        const double PerSecond = 40_000;
        using var link = ProvedLink.Make(Text($"loss={percent}%"));
        link.Mark();
        var run = DatagramRun.Make(link, isFromSender, Count(ManyPackets, scale), Length, PerSecond, cancellationToken);
        LinkUse use = link.Use();
        double share = (run.Sent - run.Arrived) / (double)run.Sent;
        double error = Math.Abs((share / (percent / 100)) - 1);
        return new Finding(
            Text($"loss of {percent} % to the {(isFromSender ? "receiver" : "sender")}, {run.Sent} packets"),
            Text($"within {MostRelativeError:0%}"),
            Text($"{share:0.0000%}, {error:0.0%} off{Cost(use)}"),
            error <= MostRelativeError);
    }

    private static Finding Window(int rtt, double scale, CancellationToken cancellationToken)
    {
        const int Buffer = 128 << 10;
        using var link = ProvedLink.Make(Text($"rtt={rtt}ms"));
        link.Mark();
        (double rate, int window) = StreamRun.Measure(link, Buffer, Time(3, scale), Time(5, scale), cancellationToken);
        return Throughput(
            Text($"TCP with a window of {window} bytes and a round trip of {rtt} ms: their quotient"),
            rate,
            window / (rtt / 1e3),
            link.Use());
    }

    private static Finding Rate(int mbit, double scale, CancellationToken cancellationToken)
    {
        using var link = ProvedLink.Make(Text($"rtt=10ms,rate={mbit}mbit,queue=1000"));
        link.Mark();
        (double rate, _) = StreamRun.Measure(link, buffer: null, Time(4, scale), Time(8, scale), cancellationToken);
        return Throughput(Text($"TCP at a rate of {mbit} Mbit/s"), rate, mbit * 1e6 / 8 * (Mtu - TcpHeaders) / Mtu, link.Use());
    }

    private static Finding Throughput(string what, double rate, double expected, LinkUse use)
    {
        double error = Math.Abs((rate / expected) - 1);
        return new Finding(
            what,
            Text($"{expected / 1e6:0.00} MB/s within {MostRateError:0%}"),
            Text($"{rate / 1e6:0.00} MB/s, {error:0.0%} off{Cost(use)}"),
            error <= MostRateError);
    }

    private static Finding Seed(double scale, CancellationToken cancellationToken)
    {
        long[] missing(int seed)
        {
            using var link = ProvedLink.Make(Text($"loss=1%,seed={seed}"));
            return DatagramRun.Make(link, isFromSender: true, Count(100_000, scale), length: 100, 20_000, cancellationToken).Missing;
        }

        long[] first = missing(7);
        bool isSame = first.SequenceEqual(missing(7));
        bool isOther = !first.SequenceEqual(missing(8));
        return new Finding(
            "the same seed twice, then another",
            "the same packets, then others",
            Text($"{first.Length} packets lost, {(isSame ? "the same" : "OTHERS")}, then {(isOther ? "others" : "THE SAME")}"),
            isSame && isOther);
    }

    private static int Count(double whole, double scale) => Math.Max(100, (int)(whole * scale));

    private static TimeSpan Time(double seconds, double scale) => TimeSpan.FromSeconds(seconds * Math.Max(scale, 0.1));

    private static string Cost(LinkUse use) => use.Busiest is { } busy ? Text($"; forwarding took {busy:0.0%} of a processor") : "";

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
