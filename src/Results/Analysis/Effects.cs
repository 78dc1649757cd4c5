using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>Finds the variants of a run, and what their conditions change.</summary>
internal static class Effects
{
    private const double SlowFromMedians = 2;

    /// <summary>The variants whose strategy was measured as well, in the order of the run; empty for most runs.</summary>
    public static IReadOnlyList<Effect> Of(RunResult run)
    {
        (Measurement Original, Measurement Variant)[] pairs =
        [
            .. from variant in run.Measurements.Where(measurement => IsMeasured(measurement) && !Twins.IsOne(run, measurement))
               from original in run.Measurements.Where(IsMeasured)
               where (original.Strategy, original.SizeBytes, original.Transport, original.Placement)
                   == (variant.Dimensions.Original, variant.SizeBytes, variant.Transport, variant.Placement)
               select (original, variant),
        ];
        Change?[] spreads = Changes(pairs, launch => Math.Log(SpreadOf(launch)), Math.Exp);
        Change?[] slow = Changes(pairs, SlowOf, share => share);
        return
        [
            .. pairs.Select((pair, place) => new Effect(
                pair.Original, pair.Variant, Comparisons.Of(run).Between(pair.Original, pair.Variant), spreads[place], slow[place])),
        ];
    }

    private static bool IsMeasured(Measurement measurement) =>
        measurement is { Outcome: Outcome.Measured, Statistics: not null, Launches.Count: > 0 };

    private static double SpreadOf(Launch launch)
    {
        var samples = new PooledSamples([launch]);
        return (samples.Quantile(0.75) - samples.Quantile(0.25)) / samples.Quantile(0.5);
    }

    private static double SlowOf(Launch launch)
    {
        var samples = new PooledSamples([launch]);
        return 1 - samples.ShareUpTo(SlowFromMedians * samples.Quantile(0.5));
    }

    /// <summary>For every pair the change of a value of launches; null where no round has it on both sides.</summary>
    /// <param name="pairs">The pairs; their intervals hold together.</param>
    /// <param name="value">The value of a launch, on the scale on which differences are taken; not finite where it has none.</param>
    /// <param name="read">Leads back from that scale.</param>
    private static Change?[] Changes(
        (Measurement Original, Measurement Variant)[] pairs, Func<Launch, double> value, Func<double, double> read)
    {
        int[] rounds =
        [
            .. pairs.SelectMany(pair => pair.Variant.Launches.Concat(pair.Original.Launches).Select(launch => launch.Round))
                .Distinct()
                .Order(),
        ];
        (double Original, double Variant)[][] sides = Array.ConvertAll(pairs, pair =>
        {
            Dictionary<int, double> original = ByRound(pair.Original, value);
            Dictionary<int, double> variant = ByRound(pair.Variant, value);
            return Array.ConvertAll(rounds, round =>
                (original.GetValueOrDefault(round, double.NaN), variant.GetValueOrDefault(round, double.NaN)));
        });
        double[][] known = Array.ConvertAll(
            sides, pair => Array.FindAll(Array.ConvertAll(pair, round => round.Variant - round.Original), double.IsFinite));
        // Variants of one strategy vary much alike.
        double?[] reaches = RacedPairs.Reach(
            [.. pairs.Select((pair, place) => ((object)pair.Original, 0, place + 1, known[place]))], pairs.Length + 1);
        return [.. sides.Select((pair, place) => Changed(pair, reaches[place], read))];
    }

    private static Change? Changed((double Original, double Variant)[] rounds, double? reach, Func<double, double> read)
    {
        (double Original, double Variant)[] known = [.. rounds.Where(round => double.IsFinite(round.Variant - round.Original))];
        if (known.Length == 0)
        {
            return null;
        }

        double change = Location(known, round => round.Variant - round.Original);
        return new Change(
            known.Length,
            read(Location(known, round => round.Original)),
            read(Location(known, round => round.Variant)),
            read(change),
            reach is { } to ? new Interval(read(change - to), read(change + to)) : null);
    }

    private static double Location(
        (double Original, double Variant)[] rounds, Func<(double Original, double Variant), double> of)
    {
        double[] values = Array.ConvertAll(rounds, round => of(round));
        return values.Length > 1 ? TrimmedMean.Of(values).Mean : values[0];
    }

    private static Dictionary<int, double> ByRound(Measurement measurement, Func<Launch, double> value) => measurement.Launches
        .Where(launch => launch.Nanoseconds.Count > 0)
        .ToDictionary(launch => launch.Round, value);
}
