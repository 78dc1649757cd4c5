using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using FileTransfer.Harness.Checks;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Senders;

/// <summary>
/// Measures disturbances of a launch between two points in time. It reads files of /proc and copies memory, so call it outside of
/// timed code.
/// </summary>
/// <param name="core">Measures the core of the thread that sends; null where another process does.</param>
internal sealed class DisturbanceMeter(CoreSpeed? core)
{
    private const string CpuPressure = "/proc/pressure/cpu";

    private State _start = null!;
    private State _stop = null!;
    private double? _copyBefore;
    private double? _copyAfter;

    /// <summary>Call before the first recorded transfer.</summary>
    public void Start()
    {
        _copyBefore = core?.MeasureCopyNanoseconds();
        _start = State.Now();
    }

    /// <summary>Call after the last recorded transfer.</summary>
    public void Stop()
    {
        _stop = State.Now();
        _copyAfter = core?.MeasureCopyNanoseconds();
    }

    /// <summary>The differences between start and stop.</summary>
    public Disturbance Read() => new()
    {
        Seconds = Rounded(Stopwatch.GetElapsedTime(_start.Timestamp, _stop.Timestamp).TotalSeconds)!.Value,
        StealSeconds = Rounded(_stop.StealSeconds - _start.StealSeconds),
        MachineCpuSeconds = Rounded(_stop.MachineCpuSeconds - _start.MachineCpuSeconds),
        CpuPressureSeconds = Rounded(_stop.CpuPressureSeconds - _start.CpuPressureSeconds),
        ThrottledSeconds = Rounded(_stop.ThrottledSeconds - _start.ThrottledSeconds),
        InvoluntaryContextSwitches = _stop.InvoluntarySwitches - _start.InvoluntarySwitches,
        CopyNanosecondsBefore = _copyBefore,
        CopyNanosecondsAfter = _copyAfter,
        Collections = _stop.Collections - _start.Collections,
        CollectionPauseSeconds = Rounded((_stop.CollectionPause - _start.CollectionPause).TotalSeconds)!.Value,
        CompiledMethods = _stop.CompiledMethods - _start.CompiledMethods,
    };

    private static double? Rounded(double? seconds) => seconds is { } value ? Math.Round(value, 6) : null;

    private sealed record State(
        long Timestamp,
        double? StealSeconds,
        double? MachineCpuSeconds,
        double? CpuPressureSeconds,
        double? ThrottledSeconds,
        long? InvoluntarySwitches,
        int Collections,
        TimeSpan CollectionPause,
        long CompiledMethods)
    {
        public static State Now()
        {
            double[] ticks = File.Exists(ProcStat.Path) ? ProcStat.Ticks(File.ReadLines(ProcStat.Path).First()) : [];
            bool isKnown = ticks.Length > ProcStat.Steal;
            return new State(
                Stopwatch.GetTimestamp(),
                isKnown ? ticks[ProcStat.Steal] / ProcStat.TicksPerSecond : null,
                isKnown ? ProcStat.Busy(ticks) / ProcStat.TicksPerSecond : null,
                PressureSeconds(),
                Throttled("/sys/fs/cgroup/cpu.stat", "throttled_usec ", 1e6)
                    ?? Throttled("/sys/fs/cgroup/cpu/cpu.stat", "throttled_time ", 1e9),
                ContextSwitches.InvoluntaryOfThisProcess(),
                GC.CollectionCount(0),
                GC.GetTotalPauseDuration(),
                JitInfo.GetCompiledMethodCount());
        }

        /// <summary>The file has lines "name number", in microseconds (cgroups version 2) or nanoseconds (version 1).</summary>
        private static double? Throttled(string path, string name, double perSecond) =>
            File.Exists(path) && File.ReadLines(path).FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal)) is { } line
                ? double.Parse(line[name.Length..], CultureInfo.InvariantCulture) / perSecond
                : null;

        /// <summary>The first line is "some avg10=… avg60=… avg300=… total=&lt;µs&gt;"; kernels without PSI have no such file.</summary>
        private static double? PressureSeconds()
        {
            const string Total = "total=";
            try
            {
                string line = File.Exists(CpuPressure) ? File.ReadLines(CpuPressure).First() : "";
                int total = line.IndexOf(Total, StringComparison.Ordinal);
                return total < 0 ? null : double.Parse(line[(total + Total.Length)..], CultureInfo.InvariantCulture) / 1e6;
            }
            catch (IOException)
            {
                // With PSI switched off (psi=0) the file exists, but reading fails with EOPNOTSUPP.
                return null;
            }
        }
    }
}
