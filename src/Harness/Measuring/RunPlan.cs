using FileTransfer.Harness.Scenarios;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a run will measure, checked before anything is started.</summary>
public sealed record RunPlan
{
    private IReadOnlyList<PlannedCase>? _available;

    /// <summary>The scenario.</summary>
    public required Scenario Scenario { get; init; }

    /// <summary>How much time is spent on each case.</summary>
    public required Profile Profile { get; init; }

    /// <summary>Strategies in the order of the tables, <c>null</c> first.</summary>
    public required IReadOnlyList<StrategyDescriptor> Strategies { get; init; }

    /// <summary>Id of the strategy the others are compared with, or null when only <c>null</c> is measured.</summary>
    public required string? Baseline { get; init; }

    /// <summary>Files to be sent, in the order of the tables.</summary>
    public required IReadOnlyList<SizedPayload> Payloads { get; init; }

    /// <summary>Transports to be measured, in the order of the tables; each strategy takes those it can use.</summary>
    public required IReadOnlyList<string> Transports { get; init; }

    /// <summary>How the sender connects; over which transport, each case says itself.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>Address of a running server's control endpoint, or null to start one.</summary>
    public Uri? Server { get; init; }

    /// <summary>Where the run's files go.</summary>
    public required string Folder { get; init; }

    /// <summary>Seed of the order in which the cases run.</summary>
    public required int OrderSeed { get; init; }

    /// <summary>Arguments handed on to BenchmarkDotNet.</summary>
    public IReadOnlyList<string> BenchmarkDotNetArguments { get; init; } = [];

    /// <summary>Every case, those that cannot run here included.</summary>
    public IEnumerable<PlannedCase> Cases =>
        from payload in Payloads
        from strategy in Strategies
        where strategy.Takes.Include(payload.Payload.Length)
        from transport in TransportsOf(strategy)
        select new PlannedCase(strategy, transport, payload);

    /// <summary>Cases of strategies that can run here; the others are reported as unsupported.</summary>
    public IReadOnlyList<PlannedCase> Available => _available ??= [.. Cases.Where(planned => planned.Strategy.Probe().IsAvailable)];

    /// <summary>The harness's own cost is that of every transport.</summary>
    private IEnumerable<string> TransportsOf(StrategyDescriptor strategy) =>
        strategy.Delivers ? Transports.Where(strategy.Transports.Contains) : Transports.Take(1);
}
