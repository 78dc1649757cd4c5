using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>All comparisons of a run, computed together so that they share one error rate.</summary>
/// <remarks>
/// At each size every strategy is compared with every other, not only with the baseline, because the fastest strategy is
/// chosen among all of them. Where transports are compared separately, the same strategy is also compared over HTTP/1.1 and
/// HTTP/2, and against the tuned and the untuned server.
/// </remarks>
internal sealed class Comparisons
{
    private static readonly ComputedOnce<RunResult, Comparisons> s_known = new(run => new Comparisons(run));

    private static readonly (string Baseline, string Other)[] s_acrossTransports =
    [
        (Transport.Http, Transport.Http2), (Transport.Https, Transport.Https2), (Transport.Http, Transport.HttpDefault),
    ];

    private readonly Measurement[] _measured;
    private readonly Dictionary<Measurement, int> _places = new(ReferenceEqualityComparer.Instance);
    private readonly Launch?[][] _launches;
    private readonly double[][] _logarithms;
    private readonly Dictionary<(int Baseline, int Other), Comparison> _comparisons = [];

    private Comparisons(RunResult run)
    {
        _measured = [.. run.Measurements.Where(IsMeasured)];
        int[] rounds = [.. _measured.SelectMany(RoundsOf).Distinct().Order()];
        _launches = Array.ConvertAll(_measured, measurement => Launches(measurement, rounds));
        _logarithms = Array.ConvertAll(
            _launches, launches => Array.ConvertAll(launches, launch => launch is null ? double.NaN : PairedTurns.LogarithmOf(launch)));
        for (int place = 0; place < _measured.Length; place++)
        {
            _places.Add(_measured[place], place);
        }

        (int Baseline, int Other)[] pairs = [.. Pairs(run)];
        double[][] differences = Array.ConvertAll(pairs, pair => Differences(pair.Baseline, pair.Other));
        double? critical = SignFlips.Reach(differences);
        for (int index = 0; index < pairs.Length; index++)
        {
            if (Compare(pairs[index], differences[index], critical) is { } comparison)
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
        if (!_places.TryGetValue(baseline, out int first) || !_places.TryGetValue(other, out int second))
        {
            return null;
        }

        return _comparisons.GetValueOrDefault((first, second)) ?? _comparisons.GetValueOrDefault((second, first))?.Inverted;
    }

    /// <summary>
    /// Logarithms of the times of a measurement's launches by round, NaN where a round has no launch; null when it was not
    /// measured.
    /// </summary>
    internal IReadOnlyList<double>? LogarithmsOf(Measurement measurement) =>
        _places.TryGetValue(measurement, out int place) ? _logarithms[place] : null;

    private static bool IsMeasured(Measurement measurement) =>
        measurement is { Outcome: Outcome.Measured, Statistics: not null, Launches.Count: > 0 } && Verdicts.Delivers(measurement);

    // Runs made before there were rounds measured all launches of a case one after another; each launch counts as a round here.
    private static IEnumerable<int> RoundsOf(Measurement measurement) =>
        measurement.Launches.Select((launch, index) => launch.Round ?? index + 1);

    private static Launch?[] Launches(Measurement measurement, int[] rounds)
    {
        var launches = new Launch?[rounds.Length];
        foreach ((int round, Launch launch) in RoundsOf(measurement).Zip(measurement.Launches))
        {
            launches[Array.BinarySearch(rounds, round)] = launch;
        }

        return launches;
    }

    private IEnumerable<(int Baseline, int Other)> Pairs(RunResult run)
    {
        for (int first = 0; first < _measured.Length; first++)
        {
            for (int second = first + 1; second < _measured.Length; second++)
            {
                if (AreCompared(run, _measured[first], _measured[second]))
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

    /// <summary>
    /// The differences of the logarithms in every round, NaN where one of the two is missing, or its core was slower than the other's. If
    /// too few rounds were alike, all count: the intervals of all comparisons are as wide as the one with the fewest rounds needs.
    /// </summary>
    private double[] Differences(int baseline, int other)
    {
        double[] all = [.. _launches[baseline].Zip(_launches[other], PairedTurns.Difference)];
        double[] alike = [.. all.Select((difference, round) =>
            CoreSpeeds.AreAlike(_launches[baseline][round], _launches[other][round]) ? difference : double.NaN)];
        return alike.Count(double.IsFinite) >= CoreSpeeds.RoundsNeeded ? alike : all;
    }

    private Comparison? Compare((int Baseline, int Other) pair, double[] differences, double? critical)
    {
        double[] known = [.. differences.Where(double.IsFinite)];
        if (known.Length == 0)
        {
            return null;
        }

        (double mean, double error) = known.Length > 1 ? TrimmedMean.Of(known) : (known[0], double.NaN);
        return new Comparison
        {
            Baseline = _measured[pair.Baseline].Strategy,
            Other = _measured[pair.Other].Strategy,
            Rounds = _logarithms[pair.Baseline].Zip(_logarithms[pair.Other]).Count(both => double.IsFinite(both.First - both.Second)),
            Ratio = Math.Exp(mean),
            Interval = critical is { } reach && known.Length >= SignFlips.FewestRounds
                ? new Interval(Math.Exp(mean - (reach * error)), Math.Exp(mean + (reach * error)))
                : null,
        };
    }
}
