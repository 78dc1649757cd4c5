using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Comparing;

/// <summary>Decides whether a round may count, by what disturbed it and never by its times.</summary>
internal static class RoundCheck
{
    private const string OwnServer = "own";
    private const double MostSteal = 0.01;
    private const double MostPressure = 0.25;
    private const double MostOthers = 0.15;

    /// <summary>In less time than this, the harness's own work between launches is too large a share to be told from others'.</summary>
    private const double ShortestSeconds = 1;

    /// <summary>Shortest round trips of an empty frame differ by less on a machine at rest, with both ends pinned.</summary>
    private const double MostPath = 1.5;

    /// <summary>
    /// The same where the scheduler is free: the ends share a processor in one run and wake each other in the next, 17 and 36 µs.
    /// </summary>
    private const double MostFreePath = 4;

    /// <summary>Speeds of copying memory differ by less on a machine at rest.</summary>
    private const double MostClock = 1.3;

    /// <summary>The reason why a round may not count; null when it may.</summary>
    /// <param name="round">The round.</param>
    /// <param name="earlier">Rounds that count, with whose other side this one's is compared.</param>
    public static string? Refusal(ComparisonRound round, IReadOnlyList<ComparisonRound> earlier) =>
        round.Sides.Select(Disturbed).FirstOrDefault(reason => reason is not null)
        ?? Neighbours(round)
        // What changes between two turns changes for all three.
        ?? (round.AreTogether ? null : Clock(round) ?? Paths(round, earlier));

    private static string? Paths(ComparisonRound round, IReadOnlyList<ComparisonRound> earlier) =>
        Path(round.First, round.Second, "between two measurements of the base")
        ?? (earlier.Count > 0 ? Path(earlier[^1].Other, round.Other, "between two rounds of the other side") : null);

    /// <summary>The processor time of others during the whole round. A server that somebody else started would be among them.</summary>
    private static string? Neighbours(ComparisonRound round) =>
        round.Others > MostOthers && round.Sides.All(side => side.Run.Options.GetValueOrDefault("server", OwnServer) == OwnServer)
            ? $"other processes used {Share(round.Others.Value)} of the CPU time"
            : null;

    /// <summary>
    /// The three sides run on one machine, minutes apart: another clock source, or memory that is copied at another speed, is a change of
    /// the machine.
    /// </summary>
    private static string? Clock(ComparisonRound round)
    {
        string[] sources = [.. round.Sides.Select(side => side.Environment.Sender.ClockSource).OfType<string>().Distinct()];
        if (sources.Length > 1)
        {
            return $"the kernel changed its clock source: {string.Join(", then ", sources)}";
        }

        double[] speeds = [.. round.Sides.Select(side => side.Environment.MemoryCopyGBps).Where(speed => speed > 0)];
        return speeds.Length > 1 && speeds.Max() > MostClock * speeds.Min()
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"memory was copied at {speeds.Min():0.0} to {speeds.Max():0.0} GB/s: the clock frequency or the memory's load changed")
            : null;
    }

    /// <summary>
    /// Sides of the same kind only: what is compared, such as an option, may change the round trip. The shortest one, because medians have
    /// two levels where the scheduler is free.
    /// </summary>
    private static string? Path(RunResult one, RunResult other, string between)
    {
        double most = one.Environment.Pinned is null ? MostFreePath : MostPath;
        (EmptyRoundTrip Before, EmptyRoundTrip Now)[] changed = [.. one.Environment.EmptyRoundTrips
            .Join(other.Environment.EmptyRoundTrips, before => before.Transport, now => now.Transport, (before, now) => (before, now))
            .Where(pair => Math.Max(pair.before.MinimumNanoseconds, pair.now.MinimumNanoseconds)
                > most * Math.Min(pair.before.MinimumNanoseconds, pair.now.MinimumNanoseconds))];
        return changed is [var (before, now), ..]
            ? $"the empty round trip over {now.Transport} changed from {new Nanoseconds(before.MinimumNanoseconds)} to "
                + $"{new Nanoseconds(now.MinimumNanoseconds)} {between}"
            : null;
    }

    private static string? Disturbed(RunResult side)
    {
        Disturbance[] disturbances = [.. side.Measurements
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Delivers(measurement))
            .SelectMany(measurement => measurement.Launches)
            .Select(launch => launch.Disturbance)
            .OfType<Disturbance>()];
        double seconds = disturbances.Sum(disturbance => disturbance.Seconds);
        double available = seconds * side.Environment.Sender.Cores;
        if (available <= 0)
        {
            return null;
        }

        double steal = disturbances.Sum(disturbance => disturbance.StealSeconds ?? 0) / available;
        double throttled = disturbances.Sum(disturbance => disturbance.ThrottledSeconds ?? 0);
        double pressure = side.Environment.Pinned is null && seconds >= ShortestSeconds
            ? disturbances.Sum(disturbance => disturbance.CpuPressureSeconds ?? 0) / seconds
            : 0;
        return steal > MostSteal ? $"the hypervisor took {Share(steal)} of the CPU time (steal)"
            : throttled > 0 ? string.Create(CultureInfo.InvariantCulture, $"the CPU quota throttled it for {throttled:0.00} s")
            : pressure > MostPressure ? $"something waited for a processor in {Share(pressure)} of the time"
            : null;
    }

    private static string Share(double share) => string.Create(CultureInfo.InvariantCulture, $"{share * 100:0.#} %");
}
