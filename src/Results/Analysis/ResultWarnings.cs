using System.Globalization;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>Warnings about the results themselves, each with its remedy.</summary>
internal static class ResultWarnings
{
    private const double LargestSpread = 1.5;

    // Starting and stopping the recording compiles up to this many methods itself.
    private const int FewMethods = 32;
    private const double MostSteal = 0.01;
    private const double MostOthers = 0.15;
    private const double MostSlow = 0.05;

    /// <summary>The warnings of a run, the gravest first; those about the machine are in <see cref="RunEnvironment.Warnings"/>.</summary>
    public static IReadOnlyList<string> Of(RunResult run)
    {
        Measurement[] measured = [.. run.Measurements
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Delivers(measurement))];
        string?[] found =
        [
            Partial(run),
            Failed(run),
            Missing(run, measured),
            FewLaunches(run, measured),
            NotResident(measured),
            Compiled(measured),
        ];
        return [.. found.OfType<string>()];
    }

    /// <summary>Warnings about CPU time that the run lost while samples were taken.</summary>
    /// <param name="run">The run.</param>
    /// <param name="consequence">What that does to its answers, as a clause behind a comma.</param>
    public static IReadOnlyList<string> OfDisturbances(RunResult run, string consequence = "")
    {
        Measurement[] measured = [.. run.Measurements
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Delivers(measurement))];
        return [.. Disturbed(run, measured, consequence).OfType<string>()];
    }

    /// <summary>Warnings about times that moved during the run.</summary>
    public static IReadOnlyList<string> OfMoving(RunResult run)
    {
        Measurement[] measured = [.. run.Measurements
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Delivers(measurement))];
        return [.. ((string?[])[NotSteady(measured), SlowCore(measured), Spread(measured)]).OfType<string>()];
    }

    private static string? Partial(RunResult run) => run.Run.Partial
        ? "The run was interrupted, and the missing cases were not measured. Run the command below to the end."
        : null;

    private static string? Failed(RunResult run)
    {
        int failed = run.Measurements.Count(measurement => measurement.Outcome == Outcome.Failed);
        return failed == 0
            ? null
            : $"Failed measurements, without numbers: {failed} of {run.Measurements.Count}. Read the reasons, fix the causes and measure "
                + "again.";
    }

    /// <summary>Cases with fewer launches than the others, which were removed or lost.</summary>
    private static string? Missing(RunResult run, Measurement[] measured)
    {
        (Measurement Measurement, int Rounds)[] shorter = [.. measured
            .GroupBy(measurement => run.Run.IsRace ? (measurement.SizeBytes, Verdicts.GroupOf(run, measurement)) : default)
            .SelectMany(together => together.Select(one => (one, Rounds: together.Max(other => other.Launches.Count))))
            .Where(one => one.one.Launches.Count < one.Rounds && !Races.HasLeft(run, one.one))];
        if (run.Run.Partial || shorter.Length == 0)
        {
            return null;
        }

        (Measurement shortest, int rounds) = shorter.MinBy(one => one.Measurement.Launches.Count);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Launches are missing in {shorter.Length} of {measured.Length} measurements, most in {Name(shortest)}: "
            + $"{rounds - shortest.Launches.Count} of {rounds}. The comparisons rest on incomplete data: measure again.");
    }

    private static string? NotResident(Measurement[] measured)
    {
        Measurement[] partly = [.. measured.Where(measurement => ResidentShare(measurement) < 1)];
        return partly.Length == 0
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"The file was not completely in the page cache in {partly.Length} of {measured.Length} measurements, least in "
                + $"{Name(partly.MinBy(ResidentShare)!)}: {Math.Floor(partly.Min(ResidentShare) * 100):0} % of it. These times include "
                + $"disk reads: free memory, or send smaller files.");
    }

    private static double ResidentShare(Measurement measurement) =>
        measurement.Launches.Select(launch => launch.ResidentShare ?? 1).DefaultIfEmpty(1).Min();

    private static IEnumerable<string?> Disturbed(RunResult run, Measurement[] measured, string consequence)
    {
        Disturbance[] launches = [.. measured
            .SelectMany(measurement => measurement.Launches)
            .Select(launch => launch.Disturbance)
            .OfType<Disturbance>()];
        double available = launches.Sum(launch => launch.Seconds) * run.Environment.Sender.Cores;
        double steal = launches.Sum(launch => launch.StealSeconds ?? 0);
        double throttled = launches.Sum(launch => launch.ThrottledSeconds ?? 0);
        double own = measured
            .SelectMany(measurement => measurement.Launches)
            .Sum(launch => launch.Disturbance?.OwnCpuSeconds ?? ((launch.SenderCpuSeconds ?? 0) + (launch.ReceiverCpuSeconds ?? 0)));
        double others = run.Environment.Loopback ? launches.Sum(launch => launch.MachineCpuSeconds ?? 0) - own : 0;
        yield return steal > MostSteal * available
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"The hypervisor took away {steal / available * 100:0.0} % of the CPU time (steal) while samples were taken{consequence}. "
                + $"Measure on a dedicated machine, or at another time of day.")
            : null;
        yield return throttled > 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"The CPU quota of the control group throttled the run for {throttled:0.00} s while samples were taken{consequence}. "
                + $"Measure without a CPU quota.")
            : null;
        yield return others > MostOthers * available
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"Other processes used {others / available * 100:0} % of the CPU time while samples were taken{consequence}. "
                + $"Repeat on an idle machine.")
            : null;
    }

    /// <summary>A core that another machine of the host used in some launches.</summary>
    private static string? SlowCore(Measurement[] measured)
    {
        IReadOnlyList<double> slowdowns = CoreSpeeds.Slowdowns(measured.SelectMany(measurement => measurement.Launches));
        int slow = slowdowns.Count(slowdown => slowdown > CoreSpeeds.MostApart);
        return slow > MostSlow * slowdowns.Count
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"The sender's core was slower in {slow} of {slowdowns.Count} launches, by up to {Digits.Ratio(slowdowns.Max())}×: another "
                + $"machine of the host uses the same core, or its clock frequency changed. Where ten rounds are left, comparisons leave "
                + $"out those in which only one of the two was slow. Measure on a machine whose cores are its own.")
            : null;
    }

    private static string? FewLaunches(RunResult run, Measurement[] measured)
    {
        int few = measured.Count(measurement =>
            measurement.Launches.Count < Comparison.RoundsNeeded && Races.Of(run).Needs(measurement));
        return few == 0
            ? null
            : $"Measurements with fewer than {Comparison.RoundsNeeded} rounds, whose verdicts are provisional: {few} of {measured.Length}. "
                + "Give it more time (--budget).";
    }

    private static string? NotSteady(Measurement[] measured)
    {
        (Measurement Measurement, Unsettled Moves)[] moving = [.. measured
            .Select(measurement => (measurement, Moves: Unsettled.Of(measurement)))
            .Where(item => item.Moves is not null)
            .Select(item => (item.measurement, item.Moves!))];
        if (moving.Length == 0)
        {
            return null;
        }

        (Measurement worst, Unsettled moves) = moving.MaxBy(item => Math.Abs(Math.Log(item.Moves.First / item.Moves.Last)));
        return $"Not steady after the longest warm-up: {moving.Length} of {measured.Length} measurements, most {Name(worst)} ({moves}; "
            + $"{moves.Launches} of {worst.Launches.Count} launches). Measure longer (--profile full), on an idle machine.";
    }

    private static string? Compiled(Measurement[] measured)
    {
        (Measurement Measurement, long Methods)[] compiling = [.. measured
            .Select(measurement => (measurement, Methods: MedianCompiled(measurement)))
            .Where(item => item.Methods > FewMethods)];
        if (compiling.Length == 0)
        {
            return null;
        }

        (Measurement worst, long methods) = compiling.MaxBy(item => item.Methods);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"The JIT compiled more than {FewMethods} methods in a launch while samples were taken, in {compiling.Length} of "
            + $"{measured.Length} measurements, most in {Name(worst)}: {methods}. Code is slower until it is compiled and optimised, so "
            + $"that their times may be too long: warm up longer (--profile full).");
    }

    private static long MedianCompiled(Measurement measurement)
    {
        long[] methods = [.. measurement.Launches.Select(launch => launch.Disturbance?.CompiledMethods ?? 0).Order()];
        return methods.Length == 0 ? 0 : methods[methods.Length / 2];
    }

    private static string Name(Measurement measurement) =>
        $"{measurement.Strategy} over {measurement.Transport} at {new ByteSize(measurement.SizeBytes)}{PlacementText.Behind(measurement)}";

    private static string? Spread(Measurement[] measured)
    {
        (Measurement Measurement, double Shortest, double Longest)[] spreads = [.. measured
            .Where(measurement => measurement.Launches.Count > 1)
            .Select(measurement => (
                Measurement: measurement,
                Shortest: measurement.Launches.Min(launch => launch.MedianNanoseconds),
                Longest: measurement.Launches.Max(launch => launch.MedianNanoseconds)))
            .Where(spread => spread.Longest > LargestSpread * spread.Shortest)];
        if (spreads.Length == 0)
        {
            return null;
        }

        (Measurement worst, double shortest, double longest) = spreads.MaxBy(spread => spread.Longest / spread.Shortest);
        string cause = worst.Placement is null or "none"
            ? "The cause is the scheduler or drift: pin both ends (--affinity same,split) and stop other programs."
            : "The cause is drift, or what another process does: stop other programs, and measure more rounds.";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Launches of the same case differ by more than {LargestSpread}× in {spreads.Length} of {measured.Length} measurements, "
            + $"most in {Name(worst)}: {Digits.Ratio(longest / shortest)}× "
            + $"({new Nanoseconds(shortest)} to {new Nanoseconds(longest)}). {cause}");
    }
}
