using System.Diagnostics;
using FileTransfer.Harness.Checks;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>Examines this machine by every check. It changes nothing.</summary>
internal static class Examination
{
    /// <summary>Time between the two readings of every counter.</summary>
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(0.5);

    /// <summary>Examines this machine; takes half a second, and less than another one for its trials.</summary>
    /// <param name="about">What is going to be measured.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<IReadOnlyList<Diagnosis>> MakeAsync(About about, CancellationToken cancellationToken) =>
        Of(await WatchAsync(cancellationToken), about);

    /// <summary>Reads every counter twice, half a second apart.</summary>
    public static async Task<Watched> WatchAsync(CancellationToken cancellationToken)
    {
        SystemFiles files = SystemFiles.OfThisMachine;
        string[] counters = [.. CheckCatalog.All.SelectMany(check => check.Counters(files)).Distinct()];
        SystemFiles before = files.Capture(counters);
        long start = Stopwatch.GetTimestamp();
        await Task.Delay(s_interval, cancellationToken);
        return new Watched(before, files.Capture(counters), Stopwatch.GetElapsedTime(start).TotalSeconds);
    }

    /// <summary>What every check says of this machine as it was watched.</summary>
    public static IReadOnlyList<Diagnosis> Of(Watched watched, About about)
    {
        var sender = MachineFacts.Collect();
        return Of(new Subject
        {
            Files = SystemFiles.OfThisMachine.With(watched.After),
            Before = watched.Before,
            Seconds = watched.Seconds,
            Trials = new Trials(),
            Sender = sender,
            Processors = ProcessorMask.Allowed(),
            ProcessId = Environment.ProcessId,
            Receiver = about.Receiver,
            Payload = about.Payload,
            CongestionControl = about.CongestionControl ?? sender.DefaultCongestionControl,
            IsLoopback = about.IsLoopback,
        });
    }

    /// <summary>What every check says of a subject.</summary>
    public static IReadOnlyList<Diagnosis> Of(Subject subject) => [.. CheckCatalog.All.Select(check => Diagnose(check, subject))];

    /// <summary>What one check says of a subject.</summary>
    public static Diagnosis Diagnose(ICheck check, Subject subject)
    {
        Finding finding = check.Examine(subject);
        return new Diagnosis
        {
            Group = check.Group,
            Check = check.Name,
            Severity = finding.Severity,
            Text = finding.Text,
            Cost = finding.Cost,
            Remedy = finding.Remedy,
        };
    }
}
