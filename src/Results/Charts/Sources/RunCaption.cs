using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Writes the subtitle of a picture: where and how the run was made.</summary>
internal static class RunCaption
{
    private const string Separator = " · ";

    /// <summary>Machine, kernel, runtime, connection, date and number of samples.</summary>
    public static string Of(RunResult run, IEnumerable<Measurement> shown)
    {
        RunEnvironment where = run.Environment;
        Measurement[] measured = [.. shown.Where(Series.IsMeasured)];
        long samples = measured.Sum(measurement => measurement.Statistics!.N);
        return string.Join(Separator, [
            Machine(where.Sender) + (where.Loopback || where.Receiver is null ? string.Empty : $" to {Machine(where.Receiver)}"),
            .. IsLinux(where.Sender) ? [$"Linux {where.Sender.Kernel}"] : new[] { where.Sender.OperatingSystem, where.Sender.Kernel },
            where.Sender.Runtime,
            Medium.Of(run),
            .. where.SenderCongestionControl is { } congestionControl ? [congestionControl] : Array.Empty<string>(),
            run.Run.StartedUtc.ToUniversalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            $"{Count(samples, "transfer")} in {Count(measured.Sum(measurement => measurement.Launches.Count), "launch", "launches")}",
        ]);
    }

    /// <summary>A number with its noun: <c>1 launch</c>, <c>2,090 transfers</c>.</summary>
    public static string Count(long number, string one, string? many = null) =>
        string.Create(CultureInfo.InvariantCulture, $"{number:N0} {(number == 1 ? one : many ?? one + "s")}");

    // Names of distributions are long; on Linux the kernel version matters more.
    private static bool IsLinux(MachineFacts machine) => machine.OperatingSystem.Contains("Linux", StringComparison.OrdinalIgnoreCase);

    private static string Machine(MachineFacts machine) => $"{machine.Processor}, {Count(machine.Cores, "core")}";
}
