using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Links;

/// <summary>Measures what the link of this process does while transfers are recorded, and refuses a launch that it limited.</summary>
internal sealed class LinkMeter : IDisposable
{
    /// <summary>Share of a processor above which a direction has no time left for packets that come together.</summary>
    internal const double MostBusy = 0.8;

    private readonly LinkReady _link;
    private readonly LinkClient _client;
    private readonly TcpTraffic _before;

    private LinkMeter(LinkReady link)
    {
        _link = link;
        _client = LinkClient.Connect(link);
        _before = TcpTraffic.Of(link);
        _client.Mark();
    }

    /// <summary>Begins to measure; null for a process at no end of a link.</summary>
    /// <exception cref="IOException">The link's process has ended.</exception>
    public static LinkMeter? Begin() => LinkReady.Current is { } link ? new LinkMeter(link) : null;

    /// <summary>Ends measuring.</summary>
    /// <param name="transfers">Number of transfers since the beginning.</param>
    /// <exception cref="IOException">The link's process has ended.</exception>
    public LinkCount Count(long transfers)
    {
        LinkUse use = _client.Use();
        TcpTraffic traffic = TcpTraffic.Of(_link).Since(_before);
        double each(long count) => Math.Round(count / (double)Math.Max(1, transfers), 4);
        return new LinkCount(
            use,
            [
                new Observation(Observation.Segments, each(traffic.Segments), ""),
                new Observation(Observation.Retransmissions, each(traffic.Retransmitted), ""),
                new Observation(Observation.Timeouts, each(traffic.Timeouts), ""),
            ],
            Limit(use, LinkSpec.Parse(_link.Specification)));
    }

    /// <summary>Why a use of a link is no result: the link itself was the limit; null when it was not.</summary>
    internal static string? Limit(LinkUse use, LinkSpec spec)
    {
        string? limit = use switch
        {
            { Busiest: > MostBusy and var busy } =>
                Text($"its forwarder was busy for {busy:0%} of the time, and {MostBusy:0%} are the most; lower rate"),
            // One in ten, not one in a hundred: where packets travel together, a single pause of the machine makes those of one transfer
            // late, and moves no median.
            { LateP90Microseconds: { } late } when late > spec.Late.TotalMicroseconds =>
                Text($"one packet in ten was more than {late:0} µs late, and {spec.Late.TotalMicroseconds:0} µs are allowed; ")
                + "stop other programs, lower rate, or raise late",
            { ToReceiver.Overrun: var there, ToSender.Overrun: var back } when there + back > 0 =>
                Text($"it had no room for {there + back} packets; lower rtt or rate"),
            _ => null,
        };
        return limit is null ? null : $"the simulated link itself was the limit: {limit}";
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();
}

/// <summary>What a link did while transfers were recorded.</summary>
/// <param name="Use">What it did to packets, and what that cost.</param>
/// <param name="Observations">What it meant for TCP, for each transfer.</param>
/// <param name="Limit">Why these transfers are no result: the link itself was the limit; null when it was not.</param>
internal sealed record LinkCount(LinkUse Use, IReadOnlyList<Observation> Observations, string? Limit);
