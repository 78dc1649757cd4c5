using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>All comparisons of a run, computed together so that they share one error rate.</summary>
/// <remarks>
/// At each size every strategy is compared with every other, not only with the baseline, because the fastest strategy is
/// chosen among all of them. Where transports are compared separately, the same strategy is also compared over HTTP/1.1 and
/// HTTP/2, and against the tuned and the untuned server. Who is the fastest is concluded by <see cref="Races"/>, with an error rate of its
/// own and fewer comparisons.
/// </remarks>
internal sealed class Comparisons
{
    private static readonly ComputedOnce<RunResult, Comparisons> s_known = new(run => new Comparisons(run));

    private static readonly (string Baseline, string Other)[] s_acrossTransports =
    [
        (Transport.Http, Transport.Http2), (Transport.Https, Transport.Https2), (Transport.Http, Transport.HttpDefault),
    ];

    private readonly RunResult _run;
    private readonly PairedRounds _rounds;
    private readonly Dictionary<(int Baseline, int Other), Comparison> _comparisons = [];

    private Comparisons(RunResult run)
    {
        _run = run;
        _rounds = PairedRounds.Of(run);
        (int Baseline, int Other)[] pairs = [.. Pairs(run)];
        double[][] known = Array.ConvertAll(
            pairs, pair => Array.FindAll(_rounds.Differences(pair.Baseline, pair.Other), double.IsFinite));
        double?[] reaches = Reaches(pairs, known);
        for (int index = 0; index < pairs.Length; index++)
        {
            if (Compare(pairs[index], known[index], reaches[index]) is { } comparison)
            {
                _comparisons.Add(pairs[index], comparison);
            }
        }
    }

    /// <summary>The comparisons of a run, computed once.</summary>
    public static Comparisons Of(RunResult run) => s_known.Of(run.Whole);

    /// <summary>Number of comparisons.</summary>
    public int Count => _comparisons.Count;

    /// <summary>The comparison of two measurements of the run; null when they are not compared, or have no round in common.</summary>
    public Comparison? Between(Measurement baseline, Measurement other)
    {
        if (_rounds.PlaceOf(baseline) is not { } first || _rounds.PlaceOf(other) is not { } second)
        {
            return null;
        }

        return _comparisons.GetValueOrDefault((first, second)) ?? _comparisons.GetValueOrDefault((second, first))?.Inverted;
    }

    private IEnumerable<(int Baseline, int Other)> Pairs(RunResult run)
    {
        for (int first = 0; first < _rounds.Measured.Count; first++)
        {
            for (int second = first + 1; second < _rounds.Measured.Count; second++)
            {
                if (AreCompared(run, _rounds.Measured[first], _rounds.Measured[second]))
                {
                    yield return (first, second);
                }
            }
        }
    }

    private static bool AreCompared(RunResult run, Measurement one, Measurement other)
    {
        if (one.SizeBytes != other.SizeBytes)
        {
            return false;
        }

        // A way of the native reference is compared with every strategy: on either side the best of several is chosen.
        bool race = (Verdicts.Competes(one) || Verdicts.Competes(other))
            && IsRaced(one) && IsRaced(other) && Verdicts.GroupOf(run, one) == Verdicts.GroupOf(run, other);
        return race || (one.Strategy == other.Strategy
            && s_acrossTransports.Any(pair => pair == (one.Transport, other.Transport) || pair == (other.Transport, one.Transport)));
    }

    private static bool IsRaced(Measurement measurement) => Verdicts.Competes(measurement) || Verdicts.IsNative(measurement);

    /// <summary>How far intervals reach: strategies were measured until each left its race.</summary>
    private double?[] Reaches((int Baseline, int Other)[] pairs, double[][] known) => RacedPairs.Reach(
        [
            .. pairs.Select((pair, index) => (
                (object)(_rounds.Measured[pair.Baseline].SizeBytes, Verdicts.GroupOf(_run, _rounds.Measured[pair.Baseline])),
                pair.Baseline,
                pair.Other,
                known[index])),
        ],
        _rounds.Measured.Count);

    private Comparison? Compare((int Baseline, int Other) pair, double[] known, double? reach)
    {
        if (known.Length == 0)
        {
            return null;
        }

        double mean = known.Length > 1 ? TrimmedMean.Of([.. known]).Mean : known[0];
        return new Comparison
        {
            Baseline = _rounds.Measured[pair.Baseline].Strategy,
            Other = _rounds.Measured[pair.Other].Strategy,
            Rounds = _rounds.InCommon(pair.Baseline, pair.Other),
            Ratio = Math.Exp(mean),
            Interval = reach is { } to ? new Interval(Math.Exp(mean - to), Math.Exp(mean + to)) : null,
        };
    }
}
