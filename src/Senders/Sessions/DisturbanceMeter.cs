using System.Diagnostics;
using System.Runtime;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Sessions;

/// <summary>
/// Measures disturbances of a launch during its turns. It reads files of /proc and copies memory, so call it outside of timed code.
/// </summary>
/// <param name="core">Measures the core of the thread that sends; null where another process does.</param>
/// <param name="processes">Ids of the processes that send and receive; null for one that is unknown.</param>
internal sealed class DisturbanceMeter(CoreSpeed? core, params int?[] processes)
{
    private readonly List<(State Start, State Stop)> _turns = [];
    private State? _start;
    private double? _copyBefore;
    private double? _copyAfter;

    /// <summary>Call at the start of a turn.</summary>
    public void Start()
    {
        _copyBefore ??= core?.MeasureCopyNanoseconds();
        _start = State.Now(processes);
    }

    /// <summary>Call at the end of a turn.</summary>
    public void Stop() => _turns.Add((_start!, State.Now(processes)));

    /// <summary>Call after the last turn.</summary>
    public void End() => _copyAfter = core?.MeasureCopyNanoseconds();

    /// <summary>What happened during the turns.</summary>
    public Disturbance Read() => new()
    {
        Seconds = Rounded(_turns.Sum(turn => Stopwatch.GetElapsedTime(turn.Start.Timestamp, turn.Stop.Timestamp).TotalSeconds))!.Value,
        StealSeconds = Sum(state => state.StealSeconds),
        MachineCpuSeconds = Sum(state => state.MachineCpuSeconds),
        OwnCpuSeconds = Sum(state => state.OwnCpuSeconds),
        CpuPressureSeconds = Sum(state => state.CpuPressureSeconds),
        ThrottledSeconds = Sum(state => state.ThrottledSeconds),
        InvoluntaryContextSwitches = (long?)Sum(state => state.InvoluntarySwitches),
        CopyNanosecondsBefore = _copyBefore,
        CopyNanosecondsAfter = _copyAfter,
        Collections = (int)Sum(state => state.Collections)!,
        CollectionPauseSeconds = Sum(state => state.CollectionPause.TotalSeconds)!.Value,
        CompiledMethods = (long)Sum(state => state.CompiledMethods)!,
    };

    /// <summary>The sum over all turns; null where a turn does not know it.</summary>
    private double? Sum(Func<State, double?> value)
    {
        double?[] changes = [.. _turns.Select(turn => value(turn.Stop) - value(turn.Start))];
        return changes.Contains(null) ? null : Rounded(changes.Sum());
    }

    private static double? Rounded(double? seconds) => seconds is { } value ? Math.Round(value, 6) : null;

    private sealed record State(
        long Timestamp,
        double? StealSeconds,
        double? MachineCpuSeconds,
        double? OwnCpuSeconds,
        double? CpuPressureSeconds,
        double? ThrottledSeconds,
        long? InvoluntarySwitches,
        int Collections,
        TimeSpan CollectionPause,
        long CompiledMethods)
    {
        public static State Now(int?[] processes)
        {
            SystemFiles files = SystemFiles.OfThisMachine;
            var ticks = ProcessorTicks.Of(files);
            return new State(
                Stopwatch.GetTimestamp(),
                ticks?.Steal / ProcessorTicks.PerSecond,
                ticks?.Busy / ProcessorTicks.PerSecond,
                processes
                    .Select(process => process is { } id ? ProcessTime.Of(id)?.TotalSeconds : null)
                    .Aggregate((double?)0, (sum, seconds) => sum + seconds),
                ResourcePressure.Seconds(files, "cpu"),
                ControlGroup.ThrottledSeconds(files),
                ContextSwitches.InvoluntaryOfThisProcess(),
                GC.CollectionCount(0),
                GC.GetTotalPauseDuration(),
                JitInfo.GetCompiledMethodCount());
        }
    }
}
