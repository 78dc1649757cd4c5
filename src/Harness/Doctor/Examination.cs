using System.Diagnostics;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>Examines this machine by every check. It changes nothing.</summary>
internal static class Examination
{
    /// <summary>Time between the two readings of every counter.</summary>
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(0.5);

    /// <summary>Examines this machine; takes half a second, and less than another one for its trials.</summary>
    /// <param name="planned">What is going to be measured.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<IReadOnlyList<Diagnosis>> MakeAsync(PlannedMeasurement planned, CancellationToken cancellationToken) =>
        Of(await ReadCountersAsync(cancellationToken), planned);

    /// <summary>Reads every counter twice, half a second apart.</summary>
    public static async Task<CounterReadings> ReadCountersAsync(CancellationToken cancellationToken)
    {
        SystemFiles files = SystemFiles.OfThisMachine;
        string[] counters = [.. CheckCatalog.All.SelectMany(check => check.Counters(files)).Distinct()];
        SystemFiles before = files.Capture(counters);
        long start = Stopwatch.GetTimestamp();
        await Task.Delay(s_interval, cancellationToken);
        return new CounterReadings(before, files.Capture(counters), Stopwatch.GetElapsedTime(start).TotalSeconds);
    }

    /// <summary>What every check says of this machine, whose counters were read.</summary>
    public static IReadOnlyList<Diagnosis> Of(CounterReadings counters, PlannedMeasurement planned)
    {
        var machine = new ExaminedMachine
        {
            Files = SystemFiles.OfThisMachine.With(counters.After),
            Before = counters.Before,
            Seconds = counters.Seconds,
            Trials = new Trials(),
            Sender = MachineFacts.Collect(),
            Windows = WindowsFacts.OfThisMachine,
            Processors = ProcessorMask.Allowed(),
            ProcessId = Environment.ProcessId,
            Planned = planned,
        };
        return [.. CheckCatalog.All.Select(check => check.Diagnose(machine))];
    }
}
