using FileTransfer.Harness.Doctor;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Doctor;

/// <summary>A machine whose /proc and /sys a test has written.</summary>
internal sealed class PlantedMachine : IDisposable
{
    /// <summary>Id of the harness's process there.</summary>
    public const int Harness = 100;

    private readonly TemporaryFolder _before = new();
    private readonly TemporaryFolder _after = new();

    public PlannedTrials Trials { get; init; } = new();

    /// <summary>Two processors by default.</summary>
    public int Cores { get; init; } = 2;

    public IReadOnlyList<int> Processors { get; init; } = [0, 1];

    /// <summary>Another system by default.</summary>
    public WindowsFacts? Windows { get; init; }

    public MachineFacts Sender { get; init; } = SampleRuns.Machine();

    public MachineFacts? Receiver { get; init; }

    public string? Payload { get; init; }

    public bool IsLoopback { get; init; } = true;

    /// <summary>The default of the system.</summary>
    public string? CongestionControl { get; init; } = "cubic";

    /// <summary>A file that says the same all the time.</summary>
    public PlantedMachine With(string path, string text) => With(path, text, text);

    /// <summary>A file that says something else at the end of the examination, one second later.</summary>
    public PlantedMachine With(string path, string before, string after)
    {
        Write(_before.Path, path, before);
        Write(_after.Path, path, after);
        return this;
    }

    public Finding Examine(string name)
    {
        Check check = CheckCatalog.All.Single(check => check.Name == name);
        return check.Examine(Machine(check.Counters(new SystemFiles(_before.Path))));
    }

    public ExaminedMachine Machine(IReadOnlyList<string> counters) => new()
    {
        Files = new SystemFiles(_after.Path),
        Before = new SystemFiles(_before.Path).Capture(counters),
        Seconds = 1,
        Trials = Trials,
        Sender = Sender with { Cores = Cores, DefaultCongestionControl = CongestionControl },
        Windows = Windows,
        Processors = Processors,
        ProcessId = Harness,
        Planned = new PlannedMeasurement { Receiver = Receiver, Payload = Payload, IsLoopback = IsLoopback },
    };

    public void Dispose()
    {
        _before.Dispose();
        _after.Dispose();
    }

    private static void Write(string root, string path, string text)
    {
        string file = Path.Join(root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, $"{text}\n");
    }
}

/// <summary>Trials with results that a test has chosen.</summary>
internal sealed class PlannedTrials : ITrials
{
    public double TimestampNanoseconds { get; init; } = 25;

    public double? SystemCallNanoseconds { get; init; } = 90;

    public double WakeUpMicroseconds { get; init; } = 5;

    public double MisplacedCopyTimes { get; init; } = 1.1;

    public double FirstTouchMicroseconds { get; init; } = 0.5;

    public double? CongestionRatio { get; init; } = 1;

    public double? TimesCubic(string congestionControl) => CongestionRatio;
}
