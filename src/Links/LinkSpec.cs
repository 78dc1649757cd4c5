using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;

namespace FileTransfer.Links;

/// <summary>What a simulated link does to packets, the same in both directions: the value of <c>--link</c>.</summary>
internal sealed record LinkSpec
{
    private static readonly LinkKey[] s_keys =
    [
        new(
            "rtt",
            "a time from 0 to 10s, such as 25ms or 500us",
            (spec, text) => LinkQuantity.Time(text) is { } time ? spec with { RoundTrip = time } : null,
            spec => LinkQuantity.Text(spec.RoundTrip)),
        new(
            "rate",
            "a rate from 8kbit to 10gbit, such as 200mbit or 1gbit",
            (spec, text) => LinkQuantity.Rate(text) is { } rate ? spec with { BitsPerSecond = rate } : null,
            spec => spec.BitsPerSecond is { } rate ? LinkQuantity.Text(rate) : null),
        new(
            "loss",
            "a share from 0% to 100%, such as 0.1%",
            (spec, text) => LinkQuantity.Share(text) is { } share ? spec with { Loss = share } : null,
            spec => LinkQuantity.Text(spec.Loss)),
        new(
            "queue",
            "a number of packets from 1 to 100000",
            (spec, text) => LinkQuantity.Whole(text, 1, 100_000) is { } packets ? spec with { Queue = (int)packets } : null,
            spec => spec.Queue.ToString(CultureInfo.InvariantCulture)),
        new(
            "reorder",
            "a share from 0% to 100%, such as 1%; it needs an rtt",
            (spec, text) => LinkQuantity.Share(text) is { } share ? spec with { Reorder = share } : null,
            spec => spec.Reorder > 0 ? LinkQuantity.Text(spec.Reorder) : null),
        new(
            "duplicate",
            "a share from 0% to 100%, such as 1%",
            (spec, text) => LinkQuantity.Share(text) is { } share ? spec with { Duplicate = share } : null,
            spec => spec.Duplicate > 0 ? LinkQuantity.Text(spec.Duplicate) : null),
        new(
            "seed",
            "a whole number from 0 on",
            (spec, text) => LinkQuantity.Whole(text, 0, long.MaxValue) is { } seed ? spec with { Seed = seed } : null,
            spec => spec.Seed.ToString(CultureInfo.InvariantCulture)),
        new(
            "mtu",
            "a number of bytes from 576 to 65535",
            (spec, text) => LinkQuantity.Whole(text, 576, 65_535) is { } bytes ? spec with { Mtu = (int)bytes } : null,
            spec => spec.Mtu.ToString(CultureInfo.InvariantCulture)),
        new(
            "late",
            "a time from 1us to 10s, such as 1ms: how late one packet in ten may be before a measurement is refused",
            (spec, text) => LinkQuantity.Time(text) is { Ticks: > 0 } time ? spec with { Late = time } : null,
            spec => LinkQuantity.Text(spec.Late)),
        new(
            "by",
            $"{ByForwarder} or {ByNetem}",
            (spec, text) => text is ByForwarder or ByNetem ? spec with { By = text } : null,
            spec => spec.By),
    ];

    /// <summary>Value of <c>by</c> for the harness's own forwarder.</summary>
    public const string ByForwarder = "forwarder";

    /// <summary>Value of <c>by</c> for the kernel's tc-netem(8).</summary>
    public const string ByNetem = "netem";

    /// <summary>Names of all keys, for messages.</summary>
    public static IReadOnlyList<string> Keys { get; } = [.. s_keys.Select(key => key.Name)];

    /// <summary>Delay of both directions together, without the time that packets wait for the rate.</summary>
    public TimeSpan RoundTrip { get; init; }

    /// <summary>Bits of IP packets per second, in each direction; null for as fast as the forwarder is.</summary>
    public long? BitsPerSecond { get; init; }

    /// <summary>Share of the packets that are lost by chance, from 0 to 1.</summary>
    public double Loss { get; init; }

    /// <summary>Most packets that wait for the rate; the next one is lost.</summary>
    public int Queue { get; init; } = 100;

    /// <summary>Share of the packets that skip the delay, and so overtake those before them, from 0 to 1.</summary>
    public double Reorder { get; init; }

    /// <summary>Share of the packets that arrive twice, from 0 to 1.</summary>
    public double Duplicate { get; init; }

    /// <summary>Seed of all chances: the same seed loses the same packets, by their number in each direction.</summary>
    public long Seed { get; init; } = 1;

    /// <summary>Longest IP packet in bytes.</summary>
    public int Mtu { get; init; } = 1500;

    /// <summary>
    /// Largest lateness of 9 in 10 packets with which a measurement is a result. <see cref="Parse"/> takes a millisecond, or a
    /// twentieth of the round trip where that is longer: no transfer is shorter than a round trip, and 5 % is the difference
    /// that verdicts call equal.
    /// </summary>
    public TimeSpan Late { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>What makes the link: <see cref="ByForwarder"/>, <see cref="ByNetem"/>, or null for netem where the kernel has it.</summary>
    public string? By { get; init; }

    /// <summary>Delay of one direction, in nanoseconds.</summary>
    public long DelayNanoseconds => RoundTrip.Ticks * TimeSpan.NanosecondsPerTick / 2;

    /// <summary>Reads <c>rtt=25ms,rate=1gbit,loss=0.1%</c>; what is left out does nothing to the packets.</summary>
    /// <exception cref="UsageException">A key is unknown or twice there, or a value is not possible; the message says what is.</exception>
    public static LinkSpec Parse(string text)
    {
        var spec = new LinkSpec();
        HashSet<string> seen = [];
        foreach (string part in text.Split(',', StringSplitOptions.TrimEntries))
        {
            string[] pair = part.Split('=', 2, StringSplitOptions.TrimEntries);
            LinkKey key = s_keys.FirstOrDefault(candidate => candidate.Name == pair[0]) ?? throw new UsageException(
                $"--link: there is no '{pair[0]}'{Nearest.Question(pair[0], Keys)}; write pairs such as rtt=25ms,loss=0.1% of "
                + string.Join(", ", Keys));
            if (!seen.Add(key.Name))
            {
                throw new UsageException($"--link: {key.Name} is there twice, in '{text}'; give it once");
            }

            spec = (pair.Length == 2 ? key.Read(spec, pair[1]) : null) ?? throw new UsageException(
                $"--link: {key.Name} takes {key.Takes}, and not '{(pair.Length == 2 ? pair[1] : "")}'");
        }

        if (!seen.Contains("late") && spec.RoundTrip / 20 is var twentieth && twentieth > spec.Late)
        {
            spec = spec with { Late = twentieth };
        }

        return spec.Reorder > 0 && spec.RoundTrip == TimeSpan.Zero
            ? throw new UsageException("--link: reorder lets packets skip the delay, and there is none; add rtt, such as rtt=10ms")
            : spec;
    }

    /// <summary>The specification with every key that does something, in one order: <see cref="Parse"/> reads it.</summary>
    public override string ToString() => string.Join(',', s_keys
        .Select(key => (key.Name, Text: key.Write(this)))
        .Where(pair => pair.Text is not null)
        .Select(pair => $"{pair.Name}={pair.Text}"));

    /// <summary>One key of the specification.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Takes">What its value may be, in words.</param>
    /// <param name="Read">The specification with a value; null when the value is not possible.</param>
    /// <param name="Write">Its value as text; null when it is left out.</param>
    private sealed record LinkKey(string Name, string Takes, Func<LinkSpec, string, LinkSpec?> Read, Func<LinkSpec, string?> Write);
}
