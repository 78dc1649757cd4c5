using System.Text.Json.Serialization;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Lab.Explaining;

/// <summary>What <c>explain</c> said of a trial.</summary>
internal sealed record TrialEntry
{
    /// <summary>When it began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Commit of the program.</summary>
    public required string Commit { get; init; }

    /// <summary>Processor, number of cores, kernel.</summary>
    public required string Machine { get; init; }

    /// <summary>Ids of the causes that were put in; none for a case as it is.</summary>
    public required IReadOnlyList<string> Causes { get; init; }

    /// <summary>Their strength.</summary>
    public required string Strength { get; init; }

    /// <summary>True when <c>explain</c> was tuned by trials of these causes.</summary>
    public required bool IsForTuning { get; init; }

    /// <summary>Seconds that it took.</summary>
    public required double Seconds { get; init; }

    /// <summary>The causes that it named, the biggest first.</summary>
    public required IReadOnlyList<NamedCause> Named { get; init; }

    /// <summary>How times varied: the kind of the shape.</summary>
    public string? Shape { get; init; }

    /// <summary>What the causes cost, measured beside the trial; null when there are none, or that failed.</summary>
    public TrialCost? Cost { get; init; }

    /// <summary>Why there is no explanation; null when there is one.</summary>
    public string? Failure { get; init; }

    /// <summary>True when what was put in was named: a single cause first, of several each.</summary>
    [JsonIgnore]
    public bool IsRight => Failure is null && Causes.Count switch
    {
        0 => Named.Count == 0,
        1 => Named.Count > 0 && Named[0].Cause == Causes[0],
        _ => Causes.All(cause => Named.Any(named => named.Cause == cause)),
    };

    /// <summary>True when a cause that costs so little is not to be named: <c>explain</c> says so of itself.</summary>
    [JsonIgnore]
    public bool CostsTooLittle => Cost is { Ratio: < TrialCost.LeastRatio, Share: < TrialCost.LeastShare };

    /// <summary>
    /// Whether the share that was named and the one that was put in agree: their intervals meet. Null for a trial whose only cause was not
    /// named, or without a cost that is known well enough.
    /// </summary>
    [JsonIgnore]
    public bool? ShareAgrees =>
        Causes.Count == 1 && Cost is { IsKnown: true } cost && Named.FirstOrDefault(named => named.Cause == Causes[0]) is { } found
        ? found.Low <= cost.High && cost.Low <= found.High
        : null;

    /// <summary>True when a cause is claimed to be causal that was not put in.</summary>
    [JsonIgnore]
    public bool ClaimsAnother => Named.Any(named => named.Claim == Confirmation.Causal && !Causes.Contains(named.Cause));
}

/// <summary>A cause that was named.</summary>
/// <param name="Cause">Its id.</param>
/// <param name="Share">Its share of the slowness.</param>
/// <param name="Low">Lower end of the interval of the share.</param>
/// <param name="High">Upper end of the interval of the share.</param>
/// <param name="Claim"><c>causal</c> or <c>goes-with</c>.</param>
internal sealed record NamedCause(string Cause, double Share, double Low, double High, string Claim);
