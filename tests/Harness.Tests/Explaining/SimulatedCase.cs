using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Harness.Explaining;
using FileTransfer.Results.Explaining;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Explaining;

/// <summary>Measures arms by arithmetic: each takes the time that a function of it says, with noise of rounds and of transfers.</summary>
/// <param name="factor">Time of an arm ÷ that of a case without any cause.</param>
internal sealed class SimulatedCase(Func<Arm, double> factor) : IArmRunner
{
    private const double Level = 100_000;

    /// <summary>To start and to settle takes so long, however few turns there are.</summary>
    private static readonly TimeSpan s_shortest = TimeSpan.FromSeconds(1);

    /// <summary>Time that an arm takes in a round, so that budgets can be spent.</summary>
    public TimeSpan PerArm { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>Standard deviation of ln time within a turn.</summary>
    public double Noise { get; init; } = 0.02;

    /// <summary>Factor of a transfer, by its index and a number from 0 to 1 by chance.</summary>
    public Func<int, double, double> OfEach { get; init; } = (_, _) => 1;

    /// <summary>What is noted of an arm.</summary>
    public Func<Arm, TransferTrace, TransferTrace> Noted { get; init; } = (_, trace) => trace;

    /// <summary>Why an arm fails, or null.</summary>
    public Func<Arm, string?> Failure { get; init; } = _ => null;

    /// <summary>Is asked before each round.</summary>
    public Action<int> Before { get; init; } = _ => { };

    /// <summary>Time that has passed.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>Names of the arms of each round.</summary>
    public List<string[]> Rounds { get; } = [];

    /// <inheritdoc/>
    public Task FitAsync(Arm arm, TimeSpan mostPerLaunch, CancellationToken cancellationToken)
    {
        Elapsed += PerArm;
        PerArm = PerArm < mostPerLaunch ? PerArm : mostPerLaunch > s_shortest ? mostPerLaunch : s_shortest;
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task<TracedPass> TraceAsync(int number, Arm arm, CancellationToken cancellationToken) =>
        Task.FromResult(new TracedPass("nothing is traced here"));

    /// <inheritdoc/>
    public Task<ArmRound> MeasureAsync(int number, IReadOnlyList<Arm> arms, CancellationToken cancellationToken)
    {
        Before(number);
        cancellationToken.ThrowIfCancellationRequested();
        Rounds.Add([.. arms.Select(arm => arm.Name)]);
        Elapsed += PerArm * arms.Count;
        var random = new Random(number);
        double round = SimulatedLaunches.Noise(random, 0.02);
        Dictionary<string, string> failures = arms
            .Where(arm => Failure(arm) is not null)
            .ToDictionary(arm => arm.Name, arm => Failure(arm)!);
        ObservedLaunch[] launches = [.. arms.Where(arm => !failures.ContainsKey(arm.Name)).Select(arm => SimulatedLaunches.Of(
            number,
            (turn, index) => Level * round * factor(arm) * OfEach((turn * SimulatedLaunches.PerTurn) + index, random.NextDouble())
                * SimulatedLaunches.Noise(random, Noise),
            trace => Noted(arm, trace),
            arm.Name) with
        {
            Disturbance = new Disturbance
            {
                Seconds = 1,
                MachineCpuSeconds = 1,
                OwnCpuSeconds = 1,
                Collections = 0,
                CollectionPauseSeconds = 0,
                CompiledMethods = 0,
            },
        })];
        return Task.FromResult(new ArmRound(launches, failures));
    }
}
