using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>What a simulated link did, and what it cost, over a time such as that of a launch's recording.</summary>
internal sealed record LinkUse
{
    /// <summary>Wall time over which it was counted, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>The direction from the sender to the receiver.</summary>
    public required LinkTraffic ToReceiver { get; init; }

    /// <summary>The direction from the receiver to the sender.</summary>
    public required LinkTraffic ToSender { get; init; }

    /// <summary>The larger share of a processor that either direction was busy with; null where the kernel makes the link.</summary>
    [JsonIgnore]
    public double? Busiest => Larger(ToReceiver.ProcessorShare, ToSender.ProcessorShare);

    /// <summary>How late 9 in 10 packets of either direction left at most, in microseconds; null where unknown.</summary>
    [JsonIgnore]
    public double? LateP90Microseconds => Larger(ToReceiver.LateP90Microseconds, ToSender.LateP90Microseconds);

    /// <summary>How late 99 in 100 packets of either direction left at most, in microseconds; null where unknown.</summary>
    [JsonIgnore]
    public double? LateP99Microseconds => Larger(ToReceiver.LateP99Microseconds, ToSender.LateP99Microseconds);

    private static double? Larger(double? one, double? other) => one > other || other is null ? one : other;
}

/// <summary>Packets of one direction of a simulated link.</summary>
internal sealed record LinkTraffic
{
    /// <summary>Packets that arrived at the other end, copies included.</summary>
    public required long Forwarded { get; init; }

    /// <summary>Packets lost by chance.</summary>
    public required long Lost { get; init; }

    /// <summary>Packets lost because the queue was full.</summary>
    public required long Overflowed { get; init; }

    /// <summary>Packets that arrived twice.</summary>
    public required long Duplicated { get; init; }

    /// <summary>Packets that overtook others.</summary>
    public required long Reordered { get; init; }

    /// <summary>Packets lost because the link itself could not carry more.</summary>
    public required long Overrun { get; init; }

    /// <summary>Share of a processor that forwarding took, without waiting; null where the kernel makes the link.</summary>
    public double? ProcessorShare { get; init; }

    /// <summary>Share of a processor spent on waiting without sleeping; null where the kernel makes the link.</summary>
    public double? WaitingShare { get; init; }

    /// <summary>How late packets left compared with when they were due, median, in microseconds; null where unknown.</summary>
    public double? LateP50Microseconds { get; init; }

    /// <summary>The same for 9 in 10 packets, in microseconds; null where unknown, and in results of earlier versions.</summary>
    public double? LateP90Microseconds { get; init; }

    /// <summary>The same for 99 in 100 packets, in microseconds; null where unknown.</summary>
    public double? LateP99Microseconds { get; init; }

    /// <summary>The same for the latest packet, in microseconds; null where unknown.</summary>
    public double? LateMostMicroseconds { get; init; }
}
