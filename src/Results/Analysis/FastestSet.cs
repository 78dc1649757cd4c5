using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>Concludes from the race of the strategies at one size in one group which are the fastest.</summary>
internal sealed class FastestSet
{
    private readonly RunResult _run;
    private readonly IReadOnlyList<Measurement> _all;
    private readonly PairedRounds _rounds;
    private readonly Measurement[] _ranking;

    /// <param name="run">The run.</param>
    /// <param name="all">All strategies of the group, measured or not.</param>
    public FastestSet(RunResult run, IReadOnlyList<Measurement> all)
    {
        _run = run;
        _all = all;
        _rounds = PairedRounds.Of(run);
        _ranking = [.. all.Where(measurement => _rounds.PlaceOf(measurement) is not null).OrderBy(Center)];
    }

    /// <summary>The verdict: which strategies are shown to be the fastest, and which could be.</summary>
    public Verdict Judge(ComparedGroup group)
    {
        string where = new ByteSize(_all[0].SizeBytes) + group.In(_run);
        if (_ranking.Length == 0)
        {
            string nothing = VerdictText.NothingMeasured(_all);
            return new Verdict { SizeBytes = _all[0].SizeBytes, Group = group, Answer = nothing, Text = $"{where}: {nothing}" };
        }

        GroupRace? race = Races.Of(_run).In(_all[0].SizeBytes, group);
        Measurement[] racing = race is null ? [] : [.. _ranking.Where(one => double.IsFinite(race.StandingOf(one).AtWorst))];
        Measurement[] fastest = [.. racing.Where(one => race!.IsAsFast(one)).OrderBy(one => !race!.StandingOf(one).MayBeBest)];
        Measurement[] unknown =
        [
            .. racing.Except(fastest)
                .Where(measurement => race!.StandingOf(measurement).MayBeBest)
                .OrderBy(measurement => race!.StandingOf(measurement).AtWorst),
        ];
        Measurement first = fastest.FirstOrDefault() ?? unknown.FirstOrDefault() ?? _ranking[0];
        Measurement? baseline = _ranking.FirstOrDefault(measurement => measurement.Strategy == _run.Run.Baseline);
        Measurement? rival = first != baseline ? first : _ranking.FirstOrDefault(measurement => measurement != first);
        Verdict verdict = new()
        {
            SizeBytes = _all[0].SizeBytes,
            Group = group,
            Leader = _ranking[0].Strategy,
            Fastest = [.. fastest.Select(measurement => measurement.Strategy)],
            Unknown = [.. unknown.Select(measurement => measurement.Strategy)],
            AtWorst = fastest.Concat(unknown).ToDictionary(one => one.Strategy, one => race!.StandingOf(one).AtWorst),
            Lead = fastest.Length == 1 && unknown.Length == 0 ? Lead() : null,
            Comparison = baseline is not null && rival is not null ? Comparisons.Of(_run).Between(baseline, rival) : null,
            Answer = "",
            Text = "",
        };
        var text = new VerdictText(_run, _all, _ranking, race, verdict);
        string answer = text.Answer();
        return verdict with { Answer = answer, Details = text.Details(), Text = $"{where}: {answer}" };
    }

    /// <summary>
    /// The lead of the first over the second. In each round, first and second are the strategies that lead in all other rounds; rounds in
    /// which one of the two had left the race do not count.
    /// </summary>
    internal double? Lead()
    {
        IReadOnlyList<double>[] all = [.. _ranking.Select(measurement => _rounds.LogarithmsOf(measurement)!)];
        List<double> leads = [];
        for (int round = 0; round < all[0].Count; round++)
        {
            IReadOnlyList<double>[] order = [.. all.OrderBy(one => Mean(one, round)).Take(2)];
            if (order.Length == 2 && order.All(one => double.IsFinite(one[round])))
            {
                leads.Add(order[1][round] - order[0][round]);
            }
        }

        return leads.Count < Race.FewestRounds ? null : Math.Exp(TrimmedMean.Of(leads.ToArray()).Mean);
    }

    private double Center(Measurement measurement) => Mean(_rounds.LogarithmsOf(measurement)!, without: -1);

    private static double Mean(IReadOnlyList<double> logarithms, int without)
    {
        double[] known = [.. logarithms.Where((value, round) => round != without && double.IsFinite(value))];
        return known.Length switch { 0 => double.PositiveInfinity, 1 => known[0], _ => TrimmedMean.Of(known).Mean };
    }
}
