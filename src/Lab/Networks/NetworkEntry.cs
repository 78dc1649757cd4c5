using System.Text.Json.Serialization;
using FileTransfer.Links;

namespace FileTransfer.Lab.Networks;

/// <summary>The conclusions of one run of the scenario <c>network</c>: a cell of the matrix of networks.</summary>
internal sealed record NetworkEntry
{
    /// <summary>What the network did to packets: a <see cref="LinkSpec"/>.</summary>
    public required string Link { get; init; }

    /// <summary>TCP congestion control of both ends.</summary>
    public required string CongestionControl { get; init; }

    /// <summary>When the run began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Commit of the program.</summary>
    public required string Commit { get; init; }

    /// <summary>Processor, number of cores and kernel.</summary>
    public required string Machine { get; init; }

    /// <summary>Profile by name.</summary>
    public required string Profile { get; init; }

    /// <summary>Number of complete rounds.</summary>
    public required int Rounds { get; init; }

    /// <summary>What was measured.</summary>
    public required IReadOnlyList<NetworkCase> Cases { get; init; }

    /// <summary>What was compared.</summary>
    public required IReadOnlyList<NetworkPair> Pairs { get; init; }

    /// <summary>The network, as it was asked for.</summary>
    [JsonIgnore]
    public LinkSpec Spec => LinkSpec.Parse(Link);

    /// <summary>What the network did: how late packets may be says what is refused.</summary>
    [JsonIgnore]
    public LinkSpec Network => Spec with { Late = TimeSpan.Zero };

    /// <summary>Whether it is of this network.</summary>
    public bool IsOf(LinkSpec spec, string congestionControl) =>
        Network == spec with { Late = TimeSpan.Zero } && CongestionControl == congestionControl;
}

/// <summary>One strategy over one transport at one size.</summary>
/// <param name="Name">Strategy and transport, such as <c>send-file over tcp</c>.</param>
/// <param name="SizeBytes">Payload length in bytes.</param>
/// <param name="MedianNanoseconds">Median of all transfers, in nanoseconds; null when it failed.</param>
/// <param name="Segments">TCP segments per transfer, of both ends; null where not counted.</param>
/// <param name="Retransmitted">TCP segments sent again per transfer; null where not counted.</param>
/// <param name="Timeouts">Retransmission timers that expired per transfer; null where not counted.</param>
/// <param name="Failure">Why it was not measured; null when it was.</param>
internal sealed record NetworkCase(
    string Name,
    long SizeBytes,
    double? MedianNanoseconds,
    double? Segments,
    double? Retransmitted,
    double? Timeouts,
    string? Failure);

/// <summary>The comparison of two of them.</summary>
/// <param name="SizeBytes">Payload length in bytes.</param>
/// <param name="Baseline">The one that is compared with.</param>
/// <param name="Other">The one that is compared.</param>
/// <param name="Verdict">The verdict about the other by name: Faster, Slower, Equal or CannotTell.</param>
/// <param name="Ratio">Time of the baseline ÷ time of the other.</param>
/// <param name="Lower">Lower end of the interval of the ratio; null with too few rounds.</param>
/// <param name="Upper">Upper end of the interval.</param>
internal sealed record NetworkPair(
    long SizeBytes,
    string Baseline,
    string Other,
    string Verdict,
    double Ratio,
    double? Lower,
    double? Upper);
