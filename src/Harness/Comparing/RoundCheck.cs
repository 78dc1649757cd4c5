using System.Globalization;
using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Comparing;

/// <summary>Decides whether a round may count, by what disturbed it and never by its times.</summary>
internal static class RoundCheck
{
    private const double MostSteal = 0.01;
    private const double MostPressure = 0.25;
    private const double MostOthers = 0.15;

    /// <summary>In less time than this, the harness's own work between launches is too large a share to be told from others'.</summary>
    private const double ShortestSeconds = 1;

    /// <summary>The reason why a round may not count; null when it may.</summary>
    public static string? Refusal(ComparisonRound round) =>
        round.Arms.Select(Refusal).FirstOrDefault(reason => reason is not null);

    private static string? Refusal(RunResult arm)
    {
        Launch[] launches = [.. arm.Measurements
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Delivers(measurement))
            .SelectMany(measurement => measurement.Launches)];
        Disturbance[] disturbances = [.. launches.Select(launch => launch.Disturbance).OfType<Disturbance>()];
        double seconds = disturbances.Sum(disturbance => disturbance.Seconds);
        double available = seconds * arm.Environment.Sender.Cores;
        if (available <= 0)
        {
            return null;
        }

        double steal = disturbances.Sum(disturbance => disturbance.StealSeconds ?? 0) / available;
        double throttled = disturbances.Sum(disturbance => disturbance.ThrottledSeconds ?? 0);
        double own = launches.Sum(launch => (launch.SenderCpuSeconds ?? 0) + (launch.ReceiverCpuSeconds ?? 0));
        double others = arm.Environment.Loopback && seconds >= ShortestSeconds
            ? (disturbances.Sum(disturbance => disturbance.MachineCpuSeconds ?? own / disturbances.Length) - own) / available
            : 0;
        double pressure = arm.Environment.Pinned is null && seconds >= ShortestSeconds
            ? disturbances.Sum(disturbance => disturbance.CpuPressureSeconds ?? 0) / seconds
            : 0;
        return steal > MostSteal ? $"the hypervisor took {Share(steal)} of the CPU time (steal)"
            : throttled > 0 ? string.Create(CultureInfo.InvariantCulture, $"the CPU quota throttled it for {throttled:0.00} s")
            : others > MostOthers ? $"other processes used {Share(others)} of the CPU time"
            : pressure > MostPressure ? $"something waited for a processor in {Share(pressure)} of the time"
            : null;
    }

    private static string Share(double share) => string.Create(CultureInfo.InvariantCulture, $"{share * 100:0.#} %");
}
