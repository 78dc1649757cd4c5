using FileTransfer.Harness.Scenarios;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a run will measure, checked before anything is started.</summary>
public sealed record RunPlan
{
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

    /// <summary>How the sender connects.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>Address of a running server's control endpoint, or null to start one.</summary>
    public Uri? Server { get; init; }

    /// <summary>Where the run's files go.</summary>
    public required string Folder { get; init; }

    /// <summary>Seed of the order in which the cases run.</summary>
    public required int OrderSeed { get; init; }

    /// <summary>Arguments handed on to BenchmarkDotNet.</summary>
    public IReadOnlyList<string> BenchmarkDotNetArguments { get; init; } = [];

    /// <summary>Strategies that can run here; the others are reported as unsupported.</summary>
    public IEnumerable<StrategyDescriptor> Available => Strategies.Where(strategy => strategy.Probe().IsAvailable);
}
