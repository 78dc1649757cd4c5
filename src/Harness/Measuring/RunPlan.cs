using FileTransfer.Harness.Results;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a run will measure, checked before anything is started.</summary>
public sealed record RunPlan
{
    /// <summary>Transfers of a launch that are not recorded: verified, warm-up and the search for the length of an iteration.</summary>
    private const int Unrecorded = 12;

    /// <summary>What a slow strategy delivers over loopback.</summary>
    private const double BytesPerSecond = 1e9;

    private static readonly TimeSpan s_serverStart = TimeSpan.FromMilliseconds(400);

    /// <summary>Start of the process, and its exchanges with the server.</summary>
    private static readonly TimeSpan s_launchStart = TimeSpan.FromMilliseconds(350);

    private IReadOnlyList<PlannedCase>? _available;

    /// <summary>The scenario.</summary>
    public required Scenario Scenario { get; init; }

    /// <summary>How much time is spent on each case.</summary>
    public required Profile Profile { get; init; }

    /// <summary>Strategies in the order of the tables, <c>null</c> first, ways of the native reference last.</summary>
    public required IReadOnlyList<StrategyDescriptor> Strategies { get; init; }

    /// <summary>The program whose ways are measured beside the strategies, or null.</summary>
    public NativeProgram? Native { get; init; }

    /// <summary>Id of the strategy the others are compared with, or null when only <c>null</c> is measured.</summary>
    public required string? Baseline { get; init; }

    /// <summary>Why it is that one, in a word.</summary>
    public string BaselineRule { get; init; } = "";

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

    /// <summary>How many rounds there are in the end, unless there is a budget.</summary>
    public required int Rounds { get; init; }

    /// <summary>The run that rounds are added to, or null for a new one.</summary>
    public RunResult? Resumed { get; init; }

    /// <summary>The first round to be measured, from 1.</summary>
    public int FirstRound => (Resumed?.Run.Rounds ?? 0) + 1;

    /// <summary>Time in which rounds are measured for as long as another one fits; null when their number is given.</summary>
    public TimeSpan? Budget { get; init; }

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

    /// <summary>About how long one round takes: a guess from before anything is measured, good to a factor of two.</summary>
    public TimeSpan RoundEstimate => Available.Aggregate(s_serverStart, (sum, planned) => sum + LaunchEstimate(planned));

    /// <summary>The harness's own cost is that of every transport.</summary>
    private IEnumerable<string> TransportsOf(StrategyDescriptor strategy) =>
        strategy.Delivers ? Transports.Where(strategy.Transports.Contains) : Transports.Take(1);

    private TimeSpan LaunchEstimate(PlannedCase planned)
    {
        var transfer = TimeSpan.FromSeconds(planned.Payload.Payload.Length / BytesPerSecond);
        TimeSpan iteration = transfer > Profile.Iteration ? transfer : Profile.Iteration;
        return s_launchStart + Profile.Warmup + ((Profile.Iterations + 1) * iteration) + (Unrecorded * transfer);
    }
}
