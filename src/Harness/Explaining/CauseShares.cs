using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Harness.Explaining.Experiments;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>A cause with its share of the slowness.</summary>
/// <param name="Cause">Its id.</param>
/// <param name="Share">Its share.</param>
/// <param name="Low">Lower end of the share's interval.</param>
/// <param name="High">Upper end.</param>
/// <param name="IsCertain">True for what no transfer can do without, so that no experiment has to show it.</param>
internal sealed record SharedCause(string Cause, double Share, double Low, double High, bool IsCertain);

/// <summary>Shares out the slowness of a case among causes that were taken away, and states that go with slow transfers.</summary>
internal static class CauseShares
{
    /// <summary>A smaller share is not named.</summary>
    public const double SmallestShare = 0.05;

    /// <summary>Nor is a usual state without which mean ln time would be lower by less than this.</summary>
    private const double SmallestCost = 0.01;

    private const int MostStates = 3;
    private const double RareState = 0.0005;

    /// <summary>Of a time that is hardly more than a round trip, this part is left.</summary>
    private const double LeastLeft = 0.05;

    /// <summary>The causes that states of a case show, with their shares.</summary>
    public static IReadOnlyList<SharedCause> OfStates(IReadOnlyList<ObservedLaunch> launches, Observed seen) => Of([], launches, seen);

    /// <summary>The causes that are named, with their shares.</summary>
    /// <param name="real">Causes without which time falls, in the order of the arms' combinations.</param>
    /// <param name="launches">The launches of all combinations; without such causes, those of the case as it is.</param>
    /// <param name="seen">The case as it is.</param>
    public static IReadOnlyList<SharedCause> Of(
        IReadOnlyList<Candidate> real, IReadOnlyList<ObservedLaunch> launches, Observed seen)
    {
        State[] states = [.. StatesOf(real, seen)];
        double? roundTrip = NetworkDelay.NanosecondsOf(seen);
        int players = real.Count + states.Length + (roundTrip is null ? 0 : 1);
        if (players == 0)
        {
            return [];
        }

        double? usualCopy = ObservedTransfer.UsualCopy(launches);
        Dictionary<string, ILookup<int, ObservedTransfer>> arms = launches
            .GroupBy(launch => launch.Arm)
            .ToDictionary(arm => arm.Key, arm => ObservedTransfer.Of(arm, seen.Reader, usualCopy).ToLookup(one => one.Round));
        int[] rounds = [.. launches
            .GroupBy(launch => launch.Round)
            .Where(round => Enumerable.Range(0, 1 << real.Count).All(set => round.Any(launch => launch.Arm == NameOf(set))))
            .Select(round => round.Key)];
        if (rounds.Length == 0)
        {
            return [];
        }

        (double Share, Results.Interval Interval)[] shares = Slowness.Shares(players, rounds, Without);
        string[] causes =
        [
            .. real.Select(one => one.Experiment.Cause), .. states.Select(state => state.Cause),
            .. roundTrip is null ? (string[])[] : [CauseId.NetworkDelay],
        ];
        return [.. causes
            .Zip(shares)
            .Select(one => new SharedCause(
                one.First,
                Math.Clamp(one.Second.Share, 0, 1),
                Math.Clamp(one.Second.Interval.Lower, 0, 1),
                Math.Clamp(one.Second.Interval.Upper, 0, 1),
                one.First == CauseId.NetworkDelay))
            .Where((one, i) => i < real.Count || (one.Share >= SmallestShare && one.Low > 0))];

        // The names of the arms are those of combinations of all candidates.
        string NameOf(int set) => Combinations.NameOf(real, set);

        IReadOnlyList<double> Without(int round, int set)
        {
            int mask = set >> real.Count;
            State[] excluded = [.. states.Where((_, i) => (mask >> i & 1) != 0)];
            double saved = (mask >> states.Length & 1) != 0 ? roundTrip ?? 0 : 0;
            return
            [
                .. arms[NameOf(set & ((1 << real.Count) - 1))][round]
                    .Where(one => !excluded.Any(state => state.Holds(one)))
                    .Select(one => Sooner(one.Log, saved)),
            ];
        }
    }

    /// <summary>Logarithm of a time that is shorter by so many nanoseconds.</summary>
    private static double Sooner(double log, double nanoseconds) => nanoseconds > 0
        ? Math.Log(Math.Max(LeastLeft * Math.Exp(log), Math.Exp(log) - nanoseconds))
        : log;

    /// <summary>
    /// The states that explain the most, of causes that were not taken away. Of a cause with several states it is the one that explains the
    /// most, or all of them: where nearly every transfer lost something, those whose timer ran out are the slow ones.
    /// </summary>
    private static IEnumerable<State> StatesOf(IReadOnlyList<Candidate> real, Observed seen) => TransferState.All
        .Where(state => real.All(one => one.Experiment.Cause != state.Cause))
        .Where(state => seen.ShareOf(state) is var share && share > (state.IsUsual ? RareState : 0) && share < 1)
        .GroupBy(state => state.Cause)
        .Select(same => same
            .Select(state => state.Bit)
            .Append(same.Aggregate(0, (bits, state) => bits | state.Bit))
            .Select(bits => Oriented(same.Key, bits, seen.Transfers))
            .Select(state => (State: state, Share: AloneShareOf(state, seen.Transfers), same.First().IsUsual))
            .MaxBy(one => one.Share))
        .Where(one => one.Share >= SmallestShare / 2 && (!one.IsUsual || CostOf(one.State, seen.Transfers) >= SmallestCost))
        .OrderByDescending(one => one.Share)
        .Take(MostStates)
        .Select(one => one.State);

    /// <summary>Of two placements, the slower one is the state.</summary>
    private static State Oriented(string cause, int bits, IReadOnlyList<ObservedTransfer> transfers)
    {
        var state = new State(cause, bits, IsInverted: false);
        return cause == CauseId.Placement
            && transfers.Where(state.Holds).Average(one => one.Log) < transfers.Where(one => !state.Holds(one)).Average(one => one.Log)
                ? state with { IsInverted = true }
                : state;
    }

    /// <summary>Mean of ln time, less that of the transfers that are not in a state.</summary>
    private static double CostOf(State state, IReadOnlyList<ObservedTransfer> transfers) =>
        transfers.Average(one => one.Log) - transfers.Where(one => !state.Holds(one)).Average(one => one.Log);

    private static double AloneShareOf(State state, IReadOnlyList<ObservedTransfer> transfers)
    {
        double[] others = [.. transfers.Where(one => !state.Holds(one)).Select(one => one.Log)];
        if (others.Length == 0)
        {
            return 0;
        }

        double level = Slowness.Median([.. others]);
        double all = Slowness.Of(transfers.Select(one => one.Log), level);
        return all <= 0 ? 0 : 1 - (Slowness.Of(others, level) / all);
    }

    private sealed record State(string Cause, int Bits, bool IsInverted)
    {
        public bool Holds(ObservedTransfer transfer) => (transfer.States & Bits) != 0 != IsInverted;
    }
}
