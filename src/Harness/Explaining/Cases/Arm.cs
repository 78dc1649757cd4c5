using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Explaining.Cases;

/// <summary>A way of running the case, which takes turns with others: as it is, or with something changed.</summary>
internal sealed record Arm
{
    /// <summary>Name of the case as it is.</summary>
    public const string AsItIs = "as it is";

    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Strategy by id.</summary>
    public required string Strategy { get; init; }

    /// <summary>How the sender connects, and where both ends run.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>What is changed in the sender.</summary>
    public SenderTrial Trial { get; init; } = SenderTrial.None;

    /// <summary>Environment variables of both ends beside ours; null removes one.</summary>
    public IReadOnlyDictionary<string, string?> Variables { get; init; } = new SortedDictionary<string, string?>();

    /// <summary>Names of the variables that both ends inherit.</summary>
    public IReadOnlyList<string> Inherited { get; init; } = [];

    /// <summary>True when the receiver runs before all threads of normal priority (SCHED_FIFO).</summary>
    public bool ReceiverRunsFirst { get; init; }

    /// <summary>Nice value of the receiver; null for that of every server.</summary>
    public int? ReceiverNice { get; init; }

    /// <summary>True when every processor has a busy neighbour during turns.</summary>
    public bool HasNeighbours { get; init; }

    /// <summary>The part of the strategy's id behind the "@"; null for a strategy as it is.</summary>
    public string? Suffix => Strategy.Split('@') is [_, var suffix] ? suffix : null;

    /// <summary>The arm with the original strategy, where the part of its id behind the "@" begins with one of these.</summary>
    public Arm WithoutSuffix(params string[] suffixes) =>
        Suffix is { } suffix && suffixes.Any(one => suffix.StartsWith(one, StringComparison.Ordinal))
            ? this with { Strategy = StrategyVariant.OriginalOf(Strategy) }
            : this;

    /// <summary>The arm without the variables of this process whose names begin so.</summary>
    public Arm WithoutVariables(string prefix) => Inherited
        .Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
        .Aggregate(this, (arm, name) => arm.With(name, null));

    /// <summary>The arm with a variable of both ends set, or removed.</summary>
    public Arm With(string variable, string? value) =>
        this with { Variables = new SortedDictionary<string, string?>(Variables.ToDictionary()) { [variable] = value } };
}
