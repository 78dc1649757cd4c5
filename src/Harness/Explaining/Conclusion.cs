using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>What the rounds of an explanation show.</summary>
internal sealed class Conclusion(
    ExplainPlan plan,
    IReadOnlyList<Experiment> experiments,
    IReadOnlyList<ArmRound> described,
    IReadOnlyList<ArmRound> screened,
    IReadOnlyList<ArmRound> confirmed,
    IReadOnlyList<Candidate> candidates,
    IReadOnlyList<(Experiment Experiment, string Reason)> left)
{
    private const string NotInTurns =
        "The case is not slow where its sender has to wait for turns, so that arms were measured one after the other, each by itself.";

    private readonly Observed _seen = Of(plan, [.. described, .. screened, .. confirmed]);
    private readonly List<ArmEffect> _effects = [];

    /// <summary>Time that it took.</summary>
    public TimeSpan Elapsed { get; init; }

    /// <summary>The round in which events of the kernel were traced; null when there was none.</summary>
    public TracedPass? Traced { get; init; }

    /// <summary>True when arms were measured one after the other, and not in turns.</summary>
    public bool IsOneByOne { get; init; }

    /// <summary>True when it was broken off.</summary>
    public bool IsPartial { get; init; }

    /// <summary>What was observed of the case as it is in some rounds.</summary>
    public static Observed Of(ExplainPlan plan, IReadOnlyList<ArmRound> rounds) => new(
        [.. rounds.SelectMany(round => round.Launches).Where(launch => launch.Arm == Arm.AsItIs && launch.Nanoseconds.Count > 0)],
        new StateReader(plan.Traits));

    /// <summary>Concludes.</summary>
    /// <param name="frame">Case, machine and command; what was found is added.</param>
    public Explanation Conclude(Explanation frame)
    {
        IReadOnlyList<VariancePart> parts = VarianceShares.Of(_seen.Transfers);
        var shape = TimeShape.Of(_seen.Launches, parts);
        ObservedLaunch[] fresh = [.. confirmed.SelectMany(round => round.Launches)];
        Dictionary<string, Confirmation> confirmations = Confirm(candidates, fresh);
        CollectEffects(confirmations.Values);
        Candidate[] real = [.. candidates.Where(one => confirmations[one.Experiment.Cause].Without is { IsFaster: true })];
        FoundCause[] causes = CausesOf(real, confirmations, fresh);
        if (shape.Kind == ShapeKind.Steady && real.Length == 0)
        {
            // What only goes with slow transfers explains nothing where none are slow.
            causes = [.. causes.Where(cause => cause.Claim == Confirmation.Causal)];
        }

        RuledOut[] ruledOut = [.. RuledOut(causes)];
        NotTried[] notTried = [.. NotTried(causes)];
        Explanation found = frame with
        {
            Shape = shape,
            Decomposition = parts,
            Causes = causes,
            Unexplained = causes.Length == 0 ? null : Math.Max(0, 1 - causes.Sum(cause => cause.Share)),
            RuledOut = ruledOut,
            NotTried = notTried,
            Untested = [.. left
                .Where(one => one.Experiment.IsSetting(plan) && _effects.All(effect => effect.Cause != one.Experiment.Cause))
                .Select(one => one.Experiment.Cause)
                .Distinct()],
            Effects = [.. _effects],
            Slowest = Traced?.Launch is null ? SlowTransfers.Of(_seen.Launches) : SlowTransfers.Of(Traced),
            Notes = [.. SlowTransfers.Notes(_seen.Launches, Traced), .. IsOneByOne ? [NotInTurns] : (string[])[]],
            Timeline = Timelines.Of(_seen),
            Rounds = new ExplainRounds(described.Count, screened.Count, confirmed.Count),
            Seconds = Math.Round(Elapsed.TotalSeconds, 1),
            IsPartial = IsPartial,
        };
        return found with { Answer = ExplanationText.Answer(found) };
    }

    private void CollectEffects(IEnumerable<Confirmation> confirmations)
    {
        foreach (Experiment one in experiments)
        {
            if (Screening.EffectOf(one, screened, RoundInterval.UsualErrorRate) is { } effect)
            {
                _effects.Add(effect);
            }
        }

        _effects.AddRange(confirmations
            .SelectMany(one => (ArmEffect?[])[one.Without, one.Stronger])
            .OfType<ArmEffect>());
    }

    /// <summary>Whether new rounds confirm that time falls without any of the candidates.</summary>
    public static bool IsAnyShown(IReadOnlyList<Candidate> candidates, IReadOnlyList<ArmRound> confirmed) =>
        Confirm(candidates, [.. confirmed.SelectMany(round => round.Launches)]).Values.Any(one => one.Without is { IsFaster: true });

    private static Dictionary<string, Confirmation> Confirm(IReadOnlyList<Candidate> candidates, ObservedLaunch[] fresh)
    {
        // Two responses, either of which may speak for a cause.
        double errorRate = RoundInterval.UsualErrorRate / 2 / Math.Max(1, candidates.Count);
        return candidates.ToDictionary(one => one.Experiment.Cause, one => Confirm(one, fresh, errorRate));
    }

    private static Confirmation Confirm(Candidate one, ObservedLaunch[] fresh, double errorRate)
    {
        ArmEffect? without = Effects.Of(one.Experiment, ArmName.Confirm, ArmName.Without, one.Experiment.Name, fresh, errorRate);
        ArmEffect? stronger = Effects.Of(one.Experiment, ArmName.Confirm, ArmName.Stronger, one.StrongerName, fresh, errorRate);
        return new Confirmation
        {
            Without = without,
            Stronger = stronger,
            WhyNotStronger = stronger is null ? one.Experiment.NoDose : null,
            NotReturned = Return.Of(fresh.Where(launch => launch.Arm == Arm.AsItIs)),
            CounterFalls = one.Experiment.Counter?.Falls ?? true,
        };
    }

    /// <summary>Causes that were taken away, and states that go with slow transfers, with their shares of the slowness.</summary>
    private FoundCause[] CausesOf(
        Candidate[] real, IReadOnlyDictionary<string, Confirmation> confirmations, ObservedLaunch[] fresh)
    {
        IReadOnlyList<SharedCause> shares = CauseShares.Of(
            real, real.Length > 0 ? fresh : [.. _seen.Launches], _seen);
        return
        [
            .. from one in shares
               let confirmation = confirmations.GetValueOrDefault(one.Cause)
               let isReversed = real.Any(candidate => candidate.Experiment.Cause == one.Cause)
               let whyNot = isReversed ? confirmation!.WhyNotCausal : one.IsCertain ? null : WhyNotTaken(one.Cause)
               let cause = Cause.All[one.Cause]
               // What an experiment shows comes before what only happens at the same time; where none shows anything, the biggest share.
               orderby real.Length > 0 && whyNot is null descending, one.Share descending
               select new FoundCause
               {
                   Cause = one.Cause,
                   Words = cause.Words,
                   Share = one.Share,
                   Low = one.Low,
                   High = one.High,
                   Claim = whyNot is null ? Confirmation.Causal : Confirmation.GoesWith,
                   WhyNotCausal = whyNot,
                   Effects = isReversed ? [.. ((ArmEffect?[])[confirmation!.Without, confirmation.Stronger]).OfType<ArmEffect>()] : [],
                   Advice = cause.Advice,
               },
        ];
    }

    private string WhyNotTaken(string cause) => experiments
        .Where(one => one.Cause == cause)
        .Select(one => one.WhyNot(plan, _seen)?.Reason
            ?? left.Where(other => other.Experiment == one).Select(other => other.Reason).FirstOrDefault()
            ?? "times did not fall without it")
        .FirstOrDefault() ?? "nothing here takes it away";

    private IEnumerable<RuledOut> RuledOut(FoundCause[] causes)
    {
        foreach (IGrouping<string, Experiment> same in experiments.GroupBy(one => one.Cause))
        {
            if (IsFound(causes, same.Key))
            {
                continue;
            }

            Refusal?[] refusals = [.. same.Select(one => one.WhyNot(plan, _seen))];
            ArmEffect[] tried = [.. _effects.Where(effect => effect.Cause == same.Key && effect.Dose == ArmName.Without)];
            if (tried.Length > 0)
            {
                ArmEffect last = tried.MinBy(effect => effect.Low)!;
                double most = Math.Max(0, 1 - last.Low);
                yield return new RuledOut(same.Key, most, $"time ÷ as it is {ExplanationText.Ratio(last)} with {last.Changes}");
            }
            else if (refusals.All(refusal => refusal is { IsAbsent: true }))
            {
                yield return new RuledOut(same.Key, null, refusals[0]!.Reason);
            }
        }
    }

    private IEnumerable<NotTried> NotTried(FoundCause[] causes)
    {
        HashSet<string> told = [];
        foreach ((Experiment one, string reason) in left)
        {
            if (!IsFound(causes, one.Cause) && told.Add(one.Cause))
            {
                yield return new NotTried(one.Cause, reason);
            }
        }

        foreach (Experiment one in experiments.Where(one => !IsFound(causes, one.Cause)))
        {
            if (one.WhyNot(plan, _seen) is { IsAbsent: false } refusal
                && _effects.All(effect => effect.Cause != one.Cause) && told.Add(one.Cause))
            {
                yield return new NotTried(one.Cause, refusal.Reason);
            }
        }
    }

    private static bool IsFound(FoundCause[] causes, string cause) => causes.Any(one => one.Cause == cause);
}
