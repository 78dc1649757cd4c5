using FileTransfer.Harness.Scenarios;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Native;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Rounds;

/// <summary>The plan of a run, validated before anything is started.</summary>
internal sealed record RunPlan
{
    /// <summary>
    /// Estimated number of unrecorded transfers of a launch: verification, warm-up and the choice of the iteration length.
    /// </summary>
    private const int Unrecorded = 12;

    /// <summary>Throughput of a slow strategy over loopback, for estimates.</summary>
    private const double BytesPerSecond = 1e9;

    private static readonly TimeSpan s_serverStart = TimeSpan.FromMilliseconds(400);

    /// <summary>Estimated time of what a launch does outside of its turns, with its share of starting its processes.</summary>
    private static readonly TimeSpan s_launchStart = TimeSpan.FromMilliseconds(150);

    private IReadOnlyList<PlannedCase>? _available;
    private IReadOnlyList<SenderGroup>? _groups;

    public required Scenario Scenario { get; init; }

    /// <summary>How much time is spent on each case.</summary>
    public required Profile Profile { get; init; }

    /// <summary>Strategies in the order of the tables, <c>null</c> first, ways of the native reference last.</summary>
    public required IReadOnlyList<StrategyDescriptor> Strategies { get; init; }

    /// <summary>The assembly whose strategies were added to ours, or null.</summary>
    public StrategyAssembly? StrategiesFrom { get; init; }

    /// <summary>The program whose ways are measured beside the strategies, or null.</summary>
    public NativeProgram? Native { get; init; }

    /// <summary>Id of the strategy the others are compared with, or null when only <c>null</c> is measured.</summary>
    public required string? Baseline { get; init; }

    /// <summary>The baseline under a second name, by id, which rides along as an alarm; null when nobody does.</summary>
    public string? Twin { get; init; }

    /// <summary>Rule by which the baseline was chosen, in one word.</summary>
    public string BaselineRule { get; init; } = "";

    /// <summary>Files to send, in the order of the tables.</summary>
    public required IReadOnlyList<SizedPayload> Payloads { get; init; }

    /// <summary>Transports to measure, in the order of the tables; each strategy is measured over all that it supports.</summary>
    public required IReadOnlyList<string> Transports { get; init; }

    /// <summary>How the sender connects; transport and placement are replaced by those of each case.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>Where both ends run, in the order of the tables; each case is measured in all of them.</summary>
    public IReadOnlyList<Placement> Placements { get => field ?? [new(Sender.Affinity, Sender.SenderCpu, Sender.ReceiverCpu)]; init; }

    /// <summary>How many senders may be alive at the same time; null for any number.</summary>
    public SenderRoom? Room { get; init; }

    /// <summary>Address of a running server's control endpoint, or null to start one.</summary>
    public Uri? Server { get; init; }

    /// <summary>True for transfers to and from servers of another make, which the user named by their addresses.</summary>
    public bool IsForeign => Strategies.Any(strategy => strategy.IsForeign);

    /// <summary>Environment variables of servers beside ours; null for none, and null removes one.</summary>
    public IReadOnlyDictionary<string, string?>? Variables { get; init; }

    /// <summary>Folder of the run's files.</summary>
    public required string Folder { get; init; }

    /// <summary>Seed of the order in which the cases run.</summary>
    public required int OrderSeed { get; init; }

    /// <summary>Total number of rounds, unless there is a budget.</summary>
    public required int Rounds { get; init; }

    /// <summary>Difference that does not matter to a verdict, as a share of the time.</summary>
    public double Margin { get; init; } = Profile.Quick.Margin;

    /// <summary>The run that rounds are added to, or null for a new one.</summary>
    public RunResult? Resumed { get; init; }

    /// <summary>The first round to measure, from 1.</summary>
    public int FirstRound => (Resumed?.Run.Rounds ?? 0) + 1;

    /// <summary>Time for a race: rounds are measured as long as another one fits. Null when the number of rounds is given.</summary>
    public TimeSpan? Budget { get; init; }

    /// <summary>True when the user gave the budget: it is kept, even where no answer is possible in it.</summary>
    public bool IsBudgetGiven { get; init; }

    /// <summary>True when strategies and sizes leave the run as soon as nothing is open about them.</summary>
    public bool IsRace => (Resumed is null ? Budget is not null : Resumed.Run.IsRace) && CanRace;

    /// <summary>
    /// True for a part of something larger, such as a round of a comparison: it measures, and leaves results.json alone. Nobody examines
    /// the machine, and neither <c>null</c> nor files for readers take time.
    /// </summary>
    public bool IsBrief { get; init; }

    /// <summary>True when nothing was asked for: somebody looks at this program for the first time.</summary>
    public bool IsFirst { get; init; }

    /// <summary>True to make each step only when another program allows it.</summary>
    public bool IsGated { get; init; }

    /// <summary>Arguments handed on to BenchmarkDotNet.</summary>
    public IReadOnlyList<string> BenchmarkDotNetArguments { get; init; } = [];

    /// <summary>Every case, unsupported cases included.</summary>
    public IEnumerable<PlannedCase> Cases =>
        from payload in Payloads
        from strategy in Strategies
        where strategy.AcceptedSizes.Include(payload.Payload.Length)
        from transport in TransportsOf(strategy)
        from placement in strategy.Delivers ? Placements : Placements.Take(1)
        select new PlannedCase(strategy, transport, payload, placement);

    /// <summary>Cases that can be measured here; the others are reported as unsupported.</summary>
    public IReadOnlyList<PlannedCase> Available => _available ??= [.. Cases.Where(planned => ObstacleTo(planned) is null)];

    /// <summary>The transports that the server of the run can have; TCP where it has none of those that were asked for.</summary>
    public IReadOnlyList<string> UsedTransports =>
        [.. Transports.Where(transport => ObstacleTo(transport) is null).DefaultIfEmpty(Transport.Tcp)];

    /// <summary>The senders that are alive at the same time: all, if there is room.</summary>
    public IReadOnlyList<SenderGroup> Groups => _groups ??= SenderGroup.Of(this);

    /// <summary>What the server of the run has to serve; null when no strategy fetches files.</summary>
    public string? Files => Strategies.Any(strategy => strategy.FetchesFiles) ? PayloadStore.ServedFor(Payloads[0].Payload) : null;

    /// <summary>
    /// True when a round is due: within the number of rounds, or when it fits into the budget. The first always is, and so are as many as
    /// an answer needs, unless the user set the time.
    /// </summary>
    /// <param name="round">Number of the round, from 1.</param>
    /// <param name="elapsed">Time since the first round began.</param>
    /// <param name="next">Time that it will take.</param>
    public bool IsDue(int round, TimeSpan elapsed, TimeSpan next) =>
        round == FirstRound
        || (Budget is not { } budget ? round <= Rounds
            : elapsed + next <= budget || (!IsBudgetGiven && round <= Race.FewestRounds));

    /// <summary>True when there are two strategies to compare.</summary>
    public bool CanRace => Available
        .Where(one => one.Strategy.Delivers)
        .GroupBy(one => (one.Payload, one.Placement))
        .Any(together => together.Count() > 1);

    /// <summary>Estimated duration of a round before anything is measured, accurate to a factor of two.</summary>
    public TimeSpan RoundEstimate => Available.Aggregate(s_serverStart, (sum, planned) => sum + LaunchEstimate(planned));

    /// <summary>
    /// Why a case cannot be measured here: its strategy cannot run, or a server of ours has no receiver for it. Null when it can.
    /// </summary>
    public string? ObstacleTo(PlannedCase planned) => planned.Strategy.Probe() is { IsAvailable: false } here
        ? here.Reason
        : planned.Strategy is { Delivers: true, IsForeign: false } ? ObstacleTo(planned.Transport) : null;

    /// <summary>A server that the user named tells itself what it has.</summary>
    private string? ObstacleTo(string transport) =>
        Server is null && ReceiverProbe.Of(transport) is { IsAvailable: false } here ? here.Reason : null;

    /// <summary>The harness's own cost does not depend on transport and placement, so the first ones are enough.</summary>
    private IEnumerable<string> TransportsOf(StrategyDescriptor strategy) =>
        strategy.Delivers ? Transports.Where(strategy.Transports.Contains) : Transports.Take(1);

    private TimeSpan LaunchEstimate(PlannedCase planned)
    {
        var transfer = TimeSpan.FromSeconds(planned.Payload.Payload.Length / BytesPerSecond);
        TimeSpan turn = (transfer > Profile.Turn ? transfer : Profile.Turn) + (transfer > Profile.LeadIn ? transfer : Profile.LeadIn);
        return s_launchStart + Profile.Warmup + ((Profile.Cycles + 1) * turn) + (Unrecorded * transfer);
    }
}
