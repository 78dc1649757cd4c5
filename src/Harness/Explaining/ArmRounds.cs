using System.Globalization;
using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Results.Explaining;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Explaining;

/// <summary>Rounds of arms: in each, new sender processes with new servers take turns. Everything it changes belongs to them.</summary>
/// <param name="plan">The case.</param>
/// <param name="profile">Length of turns, and number of cycles at first.</param>
internal sealed class ArmRounds(ExplainPlan plan, Profile profile) : IArmRunner, IAsyncDisposable
{
    /// <summary>Number of a round of which nothing is kept.</summary>
    private const int NoRound = 0;

    /// <summary>With fewer turns in a round, one that was disturbed would decide what it says.</summary>
    private const int FewestCycles = 3;

    /// <summary>Transfers of a launch outside of its turns: it proves that it delivers, and settles.</summary>
    private const int Others = 5;

    /// <summary>What is compiled beside a transfer that takes longer than this hardly matters.</summary>
    private static readonly TimeSpan s_slow = TimeSpan.FromMilliseconds(20);

    private readonly Dictionary<string, SenderLauncher> _launchers = [];
    private readonly NeighbourProcess _neighbours = new();
    private Profile _profile = profile;
    private ServerSupervisor? _shared;

    /// <inheritdoc/>
    public async Task<ArmRound> MeasureAsync(int number, IReadOnlyList<Arm> arms, CancellationToken cancellationToken)
    {
        _shared ??= await ServerSupervisor.StartAsync(PlanOf(plan.AsItIs), cancellationToken);
        // It was started as the case is, and must not become the server of another arm.
        _shared.IsUnused = false;
        ArmSender[] senders = [.. arms.Select(SenderOf)];
        try
        {
            await Parallel.ForEachAsync(
                senders,
                new ParallelOptions { MaxDegreeOfParallelism = Together(arms), CancellationToken = cancellationToken },
                async (sender, cancellation) => await sender.Sender.RehearseAsync(LaunchOf(sender, number, 1), cancellation));
            return await TakeTurnsAsync(senders, number, cancellationToken);
        }
        finally
        {
            await Task.WhenAll(senders.Select(sender => sender.Sender.DisposeAsync().AsTask()));
        }
    }

    /// <inheritdoc/>
    public async Task FitAsync(Arm arm, TimeSpan mostPerLaunch, CancellationToken cancellationToken)
    {
        Profile whole = _profile;
        TimeSpan none = TimeSpan.Zero;
        _profile = whole with { Rehearses = false, LongestCompilation = none, LeadIn = none, Turn = none, Cycles = 1 };
        ArmRound round = await MeasureAsync(NoRound, [arm], cancellationToken);
        _profile = round.Launches is [{ Nanoseconds.Count: > 0 } launch]
            ? Fitting(whole, TimeSpan.FromMicroseconds(SampleStatistics.Median(launch.Nanoseconds) / 1000), mostPerLaunch)
            : whole;
    }

    /// <inheritdoc/>
    public async Task<TracedPass> TraceAsync(int number, Arm arm, CancellationToken cancellationToken)
    {
        if (KernelTracer.WhyNot() is { } reason)
        {
            return new TracedPass(reason);
        }

        KernelTracer? tracer = await KernelTracer.StartAsync(cancellationToken);
        if (tracer is null)
        {
            return new TracedPass("the kernel refused an instance of tracefs, so that slow transfers have counters only");
        }

        await using (tracer)
        {
            ArmRound round = await MeasureAsync(number, [arm], cancellationToken);
            return round.Launches is [var launch] && round.Threads.TryGetValue(arm.Name, out EndThreads? threads)
                ? new TracedPass(WhyNot: null)
                {
                    Launch = launch,
                    Events = await tracer.StopAsync(cancellationToken),
                    Threads = threads,
                }
                : new TracedPass("the case failed while the kernel's events were traced");
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _neighbours.DisposeAsync();
        if (_shared is not null)
        {
            await _shared.DisposeAsync();
        }

        foreach (SenderLauncher launcher in _launchers.Values)
        {
            launcher.Dispose();
        }
    }

    private async Task<ArmRound> TakeTurnsAsync(ArmSender[] senders, int number, CancellationToken cancellationToken)
    {
        var random = new Random(unchecked((plan.Seed * 31) + number));
        int[][] order = TurnOrder.Of(senders.Length, _profile.Cycles, random);
        HashSet<int> working = [];
        var failures = new Dictionary<string, string>();
        for (int position = 0; position < order[0].Length; position++)
        {
            ArmSender sender = senders[order[0][position]];
            if (await sender.Sender.PrepareAsync(
                LaunchOf(sender, number, position + 1), PlacementOf(sender.Arm), cancellationToken))
            {
                working.Add(order[0][position]);
                if (Receiver(sender) is { } failure)
                {
                    failures[sender.Arm.Name] = failure;
                }
            }
        }

        await SettlingTogether.RunAsync([.. senders.Select(sender => sender.Sender)], working, cancellationToken);
        for (int cycle = 0; cycle < order.Length; cycle++)
        {
            for (int position = 0; position < order[cycle].Length; position++)
            {
                int index = order[cycle][position];
                if (working.Contains(index) && !await TakeTurnAsync(senders[index], cycle + 1, position + 1, cancellationToken))
                {
                    working.Remove(index);
                }
            }
        }

        List<ObservedLaunch> launches = [];
        var threads = new Dictionary<string, EndThreads>();
        foreach (ArmSender sender in senders)
        {
            FinishedLaunch finished = await sender.Sender.FinishAsync(cancellationToken);
            if (finished.IsProven && !failures.ContainsKey(sender.Arm.Name))
            {
                launches.Add(ObservedLaunch.Of(sender.Arm.Name, number, finished.Record!.Launch!, finished.Record.Trace));
                threads[sender.Arm.Name] = new EndThreads(
                    ThreadsOf(finished.Output.ProcessId), sender.Sender.ServerProcess is { } server ? ThreadsOf(server) : []);
            }
            else
            {
                failures.TryAdd(sender.Arm.Name, finished.Record?.Failure ?? $"its sender ended with exit code {finished.Output.ExitCode}");
            }
        }

        return new ArmRound(launches, failures) { Threads = threads };
    }

    /// <summary>A profile whose launches take no longer than they may, with as many turns as fit in.</summary>
    /// <param name="whole">The profile for fast transfers.</param>
    /// <param name="transfer">Time of a transfer.</param>
    /// <param name="most">Longest time of a launch.</param>
    internal static Profile Fitting(Profile whole, TimeSpan transfer, TimeSpan most)
    {
        TimeSpan turn = Longer(transfer, whole.LeadIn) + Longer(transfer, whole.Turn);
        double cycles = (most - (Others * transfer)) / turn;
        Profile fitting = whole with { Cycles = (int)Math.Clamp(cycles, Math.Min(FewestCycles, whole.Cycles), whole.Cycles) };
        return transfer < s_slow ? fitting : fitting with { Rehearses = false, LongestCompilation = TimeSpan.Zero };
    }

    private static TimeSpan Longer(TimeSpan one, TimeSpan other) => one > other ? one : other;

    private static int[] ThreadsOf(int process)
    {
        string tasks = string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task");
        return Directory.Exists(tasks)
            ? [.. Directory.GetDirectories(tasks).Select(thread => int.Parse(Path.GetFileName(thread), CultureInfo.InvariantCulture))]
            : [];
    }

    private async Task<bool> TakeTurnAsync(ArmSender sender, int cycle, int position, CancellationToken cancellationToken)
    {
        if (!sender.Arm.HasNeighbours)
        {
            return await sender.Sender.TakeTurnAsync(cycle, position, cancellationToken);
        }

        await _neighbours.BeginAsync(cancellationToken);
        try
        {
            return await sender.Sender.TakeTurnAsync(cycle, position, cancellationToken);
        }
        finally
        {
            await _neighbours.EndAsync(CancellationToken.None);
        }
    }

    /// <summary>Changes the receiver, which has its threads by now.</summary>
    /// <returns>Null, or why it cannot be changed.</returns>
    private static string? Receiver(ArmSender sender) => sender.Sender.ServerProcess is not { } server ? null
        : sender.Arm.ReceiverNice is { } nice && ProcessNice.Set(server, nice) is { } refused ? $"the receiver's nice value: {refused}"
        : sender.Arm.ReceiverRunsFirst && !RealTime.Enter(server)
            ? "the receiver may not run before others (SCHED_FIFO needs CAP_SYS_NICE)"
        : null;

    private ArmSender SenderOf(Arm arm)
    {
        StrategyDescriptor strategy = StrategyCache.Under(plan.Known.Find(arm.Strategy), arm.Sender.Cache);
        string variables = string.Join('\n', arm.Variables.Select(variable => $"{variable.Key}={variable.Value}"));
        if (!_launchers.TryGetValue(variables, out SenderLauncher? launcher))
        {
            _launchers[variables] = launcher = new SenderLauncher(arm.Variables);
        }

        return new ArmSender(arm, strategy, new RoundSender(PlanOf(arm), launcher, strategy, arm.Sender.Transport, _shared!));
    }

    private LaunchPlan LaunchOf(ArmSender sender, int number, int position) => new()
    {
        Strategy = sender.Arm.Strategy,
        StrategiesFrom = plan.StrategiesFrom?.File,
        Payload = plan.Payload,
        Sender = sender.Arm.Sender,
        Profile = _profile,
        Round = number,
        Position = position,
        NamesItsRuntime = false,
        IsExperiment = true,
        Trial = sender.Arm.Trial,
    };

    private static Placement PlacementOf(Arm arm) => new(arm.Sender.Affinity, arm.Sender.SenderCpu, arm.Sender.ReceiverCpu);

    /// <summary>The plan that starts the server of an arm.</summary>
    private RunPlan PlanOf(Arm arm)
    {
        StrategyDescriptor strategy = StrategyCache.Under(plan.Known.Find(arm.Strategy), arm.Sender.Cache);
        return new RunPlan
        {
            Scenario = new Scenario
            {
                Name = "explain",
                Description = "An arm of an explanation.",
                Strategies = [arm.Strategy],
                Baseline = arm.Strategy,
                Sizes = [],
                DefaultTransports = [arm.Sender.Transport],
            },
            Profile = _profile,
            Strategies = [strategy],
            StrategiesFrom = plan.StrategiesFrom,
            Baseline = arm.Strategy,
            Payloads = [plan.Payload],
            Transports = [arm.Sender.Transport],
            Sender = arm.Sender,
            Server = plan.Server,
            Variables = arm.Variables,
            Folder = plan.Folder,
            OrderSeed = plan.Seed,
            Rounds = 1,
        };
    }

    /// <summary>Senders that rehearse at the same time: one, where they share a server, or a file that is to be cold.</summary>
    private int Together(IReadOnlyList<Arm> arms) =>
        plan.OwnsBothEnds && arms.All(arm => arm.Sender.Cache == CacheMode.Warm && arm.Suffix is null) ? Environment.ProcessorCount : 1;

    private sealed record ArmSender(Arm Arm, StrategyDescriptor Strategy, RoundSender Sender);
}
