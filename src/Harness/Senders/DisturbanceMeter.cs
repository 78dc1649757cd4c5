using System.Diagnostics;
using System.Runtime;
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
            SystemFiles files = SystemFiles.OfThisMachine;
            var ticks = ProcessorTicks.Of(files);
            return new State(
                Stopwatch.GetTimestamp(),
                ticks?.Steal / ProcessorTicks.PerSecond,
                ticks?.Busy / ProcessorTicks.PerSecond,
                ResourcePressure.Seconds(files, "cpu"),
                ControlGroup.ThrottledSeconds(files),
                ContextSwitches.InvoluntaryOfThisProcess(),
                GC.CollectionCount(0),
                GC.GetTotalPauseDuration(),
                JitInfo.GetCompiledMethodCount());
        }
    }
}
