using System.Diagnostics;
using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Explaining;

/// <summary>Explains why transfers of a case are sometimes slow: describes, screens, confirms, says.</summary>
/// <param name="plan">The case, and the time.</param>
/// <param name="runner">Measures arms.</param>
/// <param name="experiments">What is looked for, the most likely first.</param>
/// <param name="say">Is told what happens.</param>
/// <param name="clock">Time since it began; for tests.</param>
internal sealed class Explainer(
    ExplainPlan plan, IArmRunner runner, IReadOnlyList<Experiment> experiments, Action<string> say, Func<TimeSpan>? clock = null)
{
    /// <summary>Rounds of the case as it is; more say little more about what is there.</summary>
    private const int MostDescribed = 5;
    private const int FewestDescribed = 3;
    private const int FewestScreened = 3;
    private const int MostScreened = 8;
    private const int FewestConfirmed = 5;
    private const int MostConfirmed = 14;
    private const int MostWatched = 30;
    private const int EnoughToCompare = 2;
    private const string TooShortToConfirm = "the budget was too short to confirm it on enough new rounds (--budget)";

    /// <summary>The case is slow by itself, and not in turns, when it takes so many times as long by itself.</summary>
    private static readonly double s_muchSlower = Math.Log(1.2);

    /// <summary>With three causes their combinations are eight arms, and with four sixteen.</summary>
    private const int MostCandidates = 3;

    private const double ForDescribing = 0.2;

    /// <summary>
    /// A launch may take this part of the budget: then it is enough to describe the case, and to try and to confirm one cause.
    /// </summary>
    private const double MostPerLaunch = 1.0 / 30;

    /// <summary>Where rounds take long, the fewest that give an interval may take so much.</summary>
    private const double MostForDescribing = 0.4;
    private const double UntilScreened = 0.55;

    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly List<ArmRound> _described = [];
    private readonly List<ArmRound> _screened = [];
    private readonly List<ArmRound> _confirmed = [];
    private readonly List<(Experiment Experiment, string Reason)> _left = [];
    private int _round;
    private bool _isOneByOne;
    private TimeSpan _perArm;

    private TimeSpan Elapsed => clock?.Invoke() ?? Stopwatch.GetElapsedTime(_began);

    /// <summary>Explains.</summary>
    /// <param name="cancellationToken">Ends it; what complete rounds show is said.</param>
    /// <exception cref="ExplainException">The case could not be measured at all.</exception>
    public async Task<Conclusion> RunAsync(CancellationToken cancellationToken)
    {
        Candidate[] candidates = [];
        TracedPass? traced = null;
        bool isPartial = false;
        try
        {
            Observed seen = await DescribeAsync(cancellationToken);
            if (!IsSteady(seen))
            {
                candidates = await ScreenAsync(seen, cancellationToken);
                await ConfirmAsync(candidates, cancellationToken);
                await WatchAsync(candidates, cancellationToken);
                // Last, and by itself: tracing costs time, and no other round may have any of that.
                traced = await runner.TraceAsync(++_round, plan.AsItIs, cancellationToken);
            }
        }
        catch (OperationCanceledException) when (_described.Count > 0)
        {
            isPartial = true;
        }

        return new Conclusion(plan, experiments, _described, _screened, _confirmed, candidates, _left)
        {
            Elapsed = Elapsed,
            IsPartial = isPartial,
            Traced = traced,
            IsOneByOne = _isOneByOne,
        };
    }

    /// <summary>Measures the case as it is.</summary>
    private async Task<Observed> DescribeAsync(CancellationToken cancellationToken)
    {
        say("describe: the case as it is");
        await runner.FitAsync(plan.AsItIs, plan.Budget * MostPerLaunch, cancellationToken);
        while (_described.Count < MostDescribed && (_described.Count == 0
            || Fits(1, plan.Budget * (_described.Count < FewestDescribed ? MostForDescribing : ForDescribing))))
        {
            await MeasureAsync(_described, [plan.AsItIs], cancellationToken);
            if (_described[^1].Failures.TryGetValue(Arm.AsItIs, out string? failure))
            {
                throw new ExplainException(failure);
            }
        }

        return Conclusion.Of(plan, _described);
    }

    /// <summary>True when there is nothing to explain: times are alike, and no setting differs from what is usual.</summary>
    private bool IsSteady(Observed seen) =>
        TimeShape.Of(seen.Launches, VarianceShares.Of(seen.Transfers)).Kind == ShapeKind.Steady
        && !experiments.Any(one => one.IsSetting(plan) && one.WhyNot(plan, seen) is null);

    /// <summary>Measures the case beside arms without one cause each, and chooses the causes to confirm.</summary>
    private async Task<Candidate[]> ScreenAsync(Observed seen, CancellationToken cancellationToken)
    {
        Experiment[] possible = [.. experiments.Where(one => one.WhyNot(plan, seen) is null)];
        Experiment[] tried = [.. possible.Take(Affordable(possible.Length))];
        _left.AddRange(possible.Skip(tried.Length).Select(one => (one, "the budget is too short for it (--budget)")));
        if (tried.Length == 0)
        {
            return [];
        }

        say($"screen: {string.Join("; ", tried.Select(one => one.Name))}");
        Arm[] arms = [plan.AsItIs, .. tried.Select(one => one.Without(plan.AsItIs) with { Name = one.Name })];
        while (_screened.Count < MostScreened
            && (_screened.Count < FewestScreened ? Fits(arms.Length, plan.Budget) : Fits(arms.Length, plan.Budget * UntilScreened)))
        {
            await MeasureAsync(_screened, arms, cancellationToken);
            if (!_isOneByOne && _screened.Count == EnoughToCompare && IsFasterInTurns())
            {
                say("screen again, one after the other: the case is not slow where it has to wait for turns");
                _isOneByOne = true;
                _screened.Clear();
            }
        }

        foreach (Experiment one in tried.Where(one => Screening.EffectOf(one, _screened, RoundInterval.UsualErrorRate) is null))
        {
            string? failed = _screened
                .Select(round => round.Failures.GetValueOrDefault(one.Name))
                .FirstOrDefault(reason => reason is not null);
            if (failed is { } failure)
            {
                _left.Add((one, failure));
            }
        }

        List<Candidate> chosen = [.. Screening.Choose(tried, _screened, MostCandidates)];
        // One that is confirmed is worth more than three that are not.
        while (chosen.Count > 1 && !Fits(ToConfirm(chosen).Length * FewestConfirmed, plan.Budget))
        {
            _left.Add((chosen[^1].Experiment, TooShortToConfirm));
            chosen.RemoveAt(chosen.Count - 1);
        }

        return [.. chosen];
    }

    private Arm[] ToConfirm(IReadOnlyList<Candidate> candidates) =>
        [.. Combinations.Of(plan.AsItIs, candidates), .. candidates.Select(one => one.Stronger(plan.AsItIs)).OfType<Arm>()];

    /// <summary>Number of experiments for which there is time, with their confirmation; one where there is hardly any.</summary>
    private int Affordable(int most)
    {
        TimeSpan left = (plan.Budget * UntilScreened) - Elapsed;
        int arms = _perArm > TimeSpan.Zero ? (int)Math.Clamp(left / _perArm / FewestScreened, 0, most + 1) : most + 1;
        return arms > 1 ? Math.Min(most, arms - 1) : Fits(2 * FewestScreened, plan.Budget) ? Math.Min(1, most) : 0;
    }

    /// <summary>
    /// Measures on new rounds: the case, every combination of candidates taken away, and each of them made stronger.
    /// </summary>
    private async Task ConfirmAsync(Candidate[] candidates, CancellationToken cancellationToken)
    {
        if (candidates.Length == 0)
        {
            return;
        }

        say($"confirm: {string.Join("; ", candidates.Select(one => one.Experiment.Name))}");
        Arm[] arms = ToConfirm(candidates);
        while (_confirmed.Count < MostConfirmed && (_confirmed.Count == 0 || Fits(arms.Length, plan.Budget)))
        {
            await MeasureAsync(_confirmed, arms, cancellationToken);
        }

        if (_confirmed.Count < FewestConfirmed)
        {
            _left.AddRange(candidates.Select(one => (one.Experiment, TooShortToConfirm)));
        }
    }

    /// <summary>
    /// Where no experiment shows a cause, the rest of the time goes to what is rare, and there only with a cause: a quota that stops one
    /// transfer of ten thousand takes many rounds to tell from chance. What has been seen of it does not decide how many.
    /// </summary>
    private async Task WatchAsync(Candidate[] candidates, CancellationToken cancellationToken)
    {
        Observed seen = Conclusion.Of(plan, [.. _described, .. _screened, .. _confirmed]);
        TransferState[] rare = [.. TransferState.All.Where(state => !state.IsUsual && seen.ShareOf(state) > 0)];
        if (rare.Length == 0 || Conclusion.IsAnyShown(candidates, _confirmed))
        {
            return;
        }

        say($"watch: {string.Join("; ", rare.Select(state => state.Words))}");
        while (_described.Count < MostWatched && Fits(1, plan.Budget))
        {
            await MeasureAsync(_described, [plan.AsItIs], cancellationToken);
        }
    }

    /// <summary>
    /// Whether the case is fast in all rounds of turns and was not by itself: pauses between turns take away what makes it slow. A
    /// connection with bbr, which took three times as long by itself, was as fast as one with cubic.
    /// </summary>
    private bool IsFasterInTurns()
    {
        double[] inTurns = Levels(_screened);
        return inTurns.Length > 0 && Slowness.Median(Levels(_described)) - inTurns.Max() > s_muchSlower;

        static double[] Levels(IEnumerable<ArmRound> rounds) =>
        [
            .. rounds
                .SelectMany(round => round.Launches)
                .Where(launch => launch.Arm == Arm.AsItIs && launch.Nanoseconds.Count > 0)
                .Select(launch => Math.Log(Math.Max(1, SampleStatistics.Median(launch.Nanoseconds)))),
        ];
    }

    private async Task MeasureAsync(List<ArmRound> rounds, IReadOnlyList<Arm> arms, CancellationToken cancellationToken)
    {
        TimeSpan before = Elapsed;
        _round++;
        rounds.Add(_isOneByOne && arms.Count > 1
            ? await MeasureOneByOneAsync(arms, cancellationToken)
            : await runner.MeasureAsync(_round, arms, cancellationToken));
        TimeSpan perArm = (Elapsed - before) / arms.Count;
        _perArm = _perArm == TimeSpan.Zero ? perArm : (_perArm + perArm) / 2;
    }

    private async Task<ArmRound> MeasureOneByOneAsync(IReadOnlyList<Arm> arms, CancellationToken cancellationToken)
    {
        Arm[] order = [.. arms];
        new Random(unchecked((plan.Seed * 31) + _round)).Shuffle(order);
        List<ArmRound> all = [];
        foreach (Arm arm in order)
        {
            all.Add(await runner.MeasureAsync(_round, [arm], cancellationToken));
        }

        return new ArmRound(
            [.. all.SelectMany(one => one.Launches)], all.SelectMany(one => one.Failures).ToDictionary(one => one.Key, one => one.Value));
    }

    private bool Fits(int arms, TimeSpan limit) => Elapsed + (_perArm * arms) <= limit;
}

/// <summary>The case could not be measured.</summary>
internal sealed class ExplainException(string message) : Exception(message);
