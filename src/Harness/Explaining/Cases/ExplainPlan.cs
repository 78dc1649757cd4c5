using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Explaining.Cases;

/// <summary>The validated plan of <c>explain</c>.</summary>
internal sealed record ExplainPlan
{
    /// <summary>The strategy.</summary>
    public required StrategyDescriptor Strategy { get; init; }

    /// <summary>The file.</summary>
    public required SizedPayload Payload { get; init; }

    /// <summary>How the sender connects, and where both ends run.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>Control address of a running server, or null to start one for each arm.</summary>
    public Uri? Server { get; init; }

    /// <summary>The assembly that the strategy comes from; null where it is one of ours.</summary>
    public StrategyAssembly? StrategiesFrom { get; init; }

    /// <summary>Longest time to measure.</summary>
    public required TimeSpan Budget { get; init; }

    /// <summary>Folder of the files that are written.</summary>
    public required string Folder { get; init; }

    /// <summary>Seed of the orders.</summary>
    public required int Seed { get; init; }

    /// <summary>The command line that repeats it.</summary>
    public required string Command { get; init; }

    /// <summary>Names of the environment variables of this process, which both ends inherit.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    /// <summary>The strategies that ids name.</summary>
    public KnownStrategies Known => StrategiesFrom?.Known ?? StrategyCatalog.Ours;

    /// <summary>The part of the strategy's id behind the "@"; null for a strategy as it is.</summary>
    public string? Suffix => StrategyVariant.IsNamedBy(Strategy.Id) && !Strategy.IsForeign ? Strategy.Id.Split('@')[1] : null;

    /// <summary>True when both ends are processes of this program, on this machine.</summary>
    public bool OwnsBothEnds => Server is null && !Strategy.IsForeign;

    /// <summary>The case as it is.</summary>
    public Arm AsItIs => new() { Name = Arm.AsItIs, Strategy = Strategy.Id, Sender = Sender, Inherited = Variables };

    /// <summary>True when a variable whose name begins so is set.</summary>
    public bool HasVariable(string prefix) => Variables.Any(name => name.StartsWith(prefix, StringComparison.Ordinal));

    /// <summary>What is known of the case beforehand.</summary>
    public CaseTraits Traits => new()
    {
        IsPinned = Sender.Affinity != CpuAffinity.None,
        WaitsForNagle = Strategy.SendsHeaderAlone && (!Sender.NoDelay || Suffix == "nagle"),
        ReadsDisk = Strategy.ReadsDirectly,
        Writes = Sender.StoreIn is not null,
        IsLoopback = OwnsBothEnds && Sender.Link is null,
    };
}
