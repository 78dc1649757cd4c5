using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>The launches of a run by round, and what two measurements differ by in each: all comparisons rest on it.</summary>
internal sealed class PairedRounds
{
    private static readonly ComputedOnce<RunResult, PairedRounds> s_known = new(run => new PairedRounds(run));

    private readonly Dictionary<Measurement, int> _places = new(ReferenceEqualityComparer.Instance);
    private readonly Launch?[][] _launches;
    private readonly double[][] _logarithms;

    private PairedRounds(RunResult run)
    {
        Measured = [.. run.Measurements.Where(IsMeasured)];
        Numbers = [.. Measured.SelectMany(measurement => measurement.Launches).Select(launch => launch.Round).Distinct().Order()];
        _launches = [.. Measured.Select(Launches)];
        _logarithms = Array.ConvertAll(
            _launches, launches => Array.ConvertAll(launches, launch => launch is null ? double.NaN : PairedTurns.LogarithmOf(launch)));
        for (int place = 0; place < Measured.Count; place++)
        {
            _places.Add(Measured[place], place);
        }
    }

    /// <summary>The measurements that can be compared: those that deliver, and were measured.</summary>
    public IReadOnlyList<Measurement> Measured { get; }

    /// <summary>Numbers of the rounds, ascending.</summary>
    public int[] Numbers { get; }

    /// <summary>The rounds of a run, computed once.</summary>
    public static PairedRounds Of(RunResult run) => s_known.Of(run.Whole);

    /// <summary>Place of a measurement in <see cref="Measured"/>; null when it was not measured.</summary>
    public int? PlaceOf(Measurement measurement) => _places.TryGetValue(measurement, out int place) ? place : null;

    /// <summary>
    /// Logarithms of the times of a measurement's launches by round, NaN where a round has no launch; null when it was not
    /// measured.
    /// </summary>
    public IReadOnlyList<double>? LogarithmsOf(Measurement measurement) => PlaceOf(measurement) is { } place ? _logarithms[place] : null;

    /// <summary>
    /// The differences of the logarithms in every round, NaN where one of the two is missing, or its core was slower than the other's. If
    /// too few rounds were alike, all count: the intervals of all comparisons are as wide as the one with the fewest rounds needs.
    /// </summary>
    /// <param name="one">Place of the measurement whose logarithms come first.</param>
    /// <param name="other">Place of the one whose logarithms are subtracted.</param>
    public double[] Differences(int one, int other)
    {
        double[] all = [.. _launches[one].Zip(_launches[other], PairedTurns.Difference)];
        double[] alike = [.. all.Select((difference, round) =>
            CoreSpeeds.AreAlike(_launches[one][round], _launches[other][round]) ? difference : double.NaN)];
        return alike.Count(double.IsFinite) >= CoreSpeeds.RoundsNeeded ? alike : all;
    }

    /// <summary>Number of rounds in which both have a launch.</summary>
    public int InCommon(int one, int other) =>
        _launches[one].Zip(_launches[other]).Count(both => both is { First: not null, Second: not null });

    private static bool IsMeasured(Measurement measurement) =>
        measurement is { Outcome: Outcome.Measured, Statistics: not null, Launches.Count: > 0 } && Verdicts.Delivers(measurement);

    private Launch?[] Launches(Measurement measurement)
    {
        var launches = new Launch?[Numbers.Length];
        foreach (Launch launch in measurement.Launches)
        {
            launches[Array.BinarySearch(Numbers, launch.Round)] = launch;
        }

        return launches;
    }
}
