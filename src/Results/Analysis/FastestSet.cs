using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>Compares the strategies of a run at one size in one group, and concludes which are the fastest.</summary>
internal sealed class FastestSet
{
    private readonly RunResult _run;
    private readonly IReadOnlyList<Measurement> _all;
    private readonly Comparisons _comparisons;
    private readonly Measurement[] _ranking;

    /// <param name="run">The run.</param>
    /// <param name="all">All strategies of the group, measured or not.</param>
    public FastestSet(RunResult run, IReadOnlyList<Measurement> all)
    {
        _run = run;
        _all = all;
        _comparisons = Comparisons.Of(run);
        _ranking = [.. all.Where(measurement => _comparisons.LogarithmsOf(measurement) is not null).OrderBy(Center)];
    }

    /// <summary>The verdict: which strategies are shown to be the fastest, and which could be.</summary>
    public Verdict Judge(ComparedGroup group)
    {
        string size = new ByteSize(_all[0].SizeBytes).ToString();
        Verdict verdict = new()
        {
            SizeBytes = _all[0].SizeBytes,
            Group = group,
            Leader = _ranking.Length > 0 ? _ranking[0].Strategy : null,
            Text = size + group.In(_run),
        };
        if (_ranking.Length == 0)
        {
            return verdict with { Text = $"{verdict.Text}: {VerdictText.NothingMeasured(_all)}" };
        }

        Dictionary<Measurement, double> atWorst = AtWorst();
        Measurement[] fastest = [.. atWorst
            .Where(item => item.Value <= Verdicts.LittleSlower)
            .Select(item => item.Key)
            .OrderBy(Cost)
            .ThenBy(Allocation)];
        Measurement[] unknown = [.. _ranking.Where(atWorst.ContainsKey).Except(fastest)];
        Measurement first = fastest.FirstOrDefault() ?? _ranking[0];
        Measurement? baseline = _ranking.FirstOrDefault(measurement => measurement.Strategy == _run.Run.Baseline);
        Measurement? rival = first != baseline ? first : _ranking.FirstOrDefault(measurement => measurement != first);
        verdict = verdict with
        {
            Fastest = [.. fastest.Select(measurement => measurement.Strategy)],
            Unknown = [.. unknown.Select(measurement => measurement.Strategy)],
            AtWorst = atWorst.ToDictionary(item => item.Key.Strategy, item => item.Value),
            Lead = fastest.Length == 1 && unknown.Length == 0 && _ranking.Length > 1 ? Lead() : null,
            Comparison = baseline is not null && rival is not null ? _comparisons.Between(baseline, rival) : null,
            BaselineJumps = baseline is null ? null : Jumps.Of(baseline),
        };
        return verdict with { Text = $"{verdict.Text}: {new VerdictText(_run, _all, _ranking, verdict).Sentence()}" };
    }

    /// <summary>
    /// The strategies that no other is shown to be faster than, each with the largest ratio of its time to the best time that
    /// the intervals allow; empty without intervals.
    /// </summary>
    private Dictionary<Measurement, double> AtWorst()
    {
        var atWorst = new Dictionary<Measurement, double>(ReferenceEqualityComparer.Instance);
        foreach (Measurement one in _ranking)
        {
            Comparison?[] others = [.. _ranking.Where(other => other != one).Select(other => _comparisons.Between(one, other))];
            if (others.All(comparison => comparison is { Interval: not null, Verdict: not ComparisonVerdict.Faster }))
            {
                atWorst.Add(one, Math.Max(1, others.Select(comparison => comparison!.Interval!.Upper).DefaultIfEmpty(1).Max()));
            }
        }

        return atWorst;
    }

    /// <summary>
    /// The lead of the first over the second. In each round, first and second are the strategies that lead in all other rounds.
    /// </summary>
    internal double? Lead()
    {
        IReadOnlyList<double>[] all = [.. _ranking.Select(measurement => _comparisons.LogarithmsOf(measurement)!)];
        List<double> leads = [];
        for (int round = 0; round < all[0].Count; round++)
        {
            IReadOnlyList<double>[] order = [.. all.Where(one => double.IsFinite(one[round])).OrderBy(one => Mean(one, round)).Take(2)];
            if (order.Length == 2)
            {
                leads.Add(order[1][round] - order[0][round]);
            }
        }

        return leads.Count < SignFlips.FewestRounds ? null : Math.Exp(TrimmedMean.Of(leads.ToArray()).Mean);
    }

    private double Center(Measurement measurement) => Mean(_comparisons.LogarithmsOf(measurement)!, without: -1);

    private static double Mean(IReadOnlyList<double> logarithms, int without)
    {
        double[] known = [.. logarithms.Where((value, round) => round != without && double.IsFinite(value))];
        return known.Length switch { 0 => double.PositiveInfinity, 1 => known[0], _ => TrimmedMean.Of(known).Mean };
    }

    private static double Cost(Measurement measurement) =>
        measurement.SenderCpuSecondsPerGB + measurement.ReceiverCpuSecondsPerGB ?? double.PositiveInfinity;

    private static double Allocation(Measurement measurement) => measurement.AllocatedBytesPerTransfer ?? double.PositiveInfinity;
}
