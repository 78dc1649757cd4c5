using FileTransfer.Harness.Comparing;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>Each difference between the environments of two stored runs is named, and nothing else is.</summary>
public sealed class StoredDifferencesTests
{
    private static readonly (string Fact, Func<RunResult, RunResult> Plant)[] s_planted =
    [
        Sender("operating system", machine => machine with { OperatingSystem = "Ubuntu 24.04 x64" }),
        Sender("kernel", machine => machine with { Kernel = "6.2.0" }),
        Sender("processor", machine => machine with { Processor = "Another CPU" }),
        Sender("cores", machine => machine with { Cores = 64 }),
        Sender("memory", machine => machine with { MemoryBytes = 8L << 30 }),
        Sender(".NET", machine => machine with { Runtime = ".NET 10.0.1" }),
        Sender("garbage collector", machine => machine with { GarbageCollector = "server, concurrent" }),
        Sender("commit", machine => machine with { Commit = "ba9876543210" }),
        Sender("default congestion control", machine => machine with { DefaultCongestionControl = "cubic" }),
        Sender("clock source", machine => machine with { ClockSource = "hpet" }),
        Sender("runtime settings", machine => machine with { RuntimeSettings = ["DOTNET_TieredPGO=0"] }),
        Environment("kernel", environment => environment with { Receiver = environment.Receiver! with { Kernel = "6.2.0" } }),
        Environment(
            "runtime settings",
            environment => environment with { Receiver = environment.Receiver! with { RuntimeSettings = ["DOTNET_gcServer=1"] } }),
        Environment("congestion control used", environment => environment with { SenderCongestionControl = "bbr" }),
        Environment("payloads on", environment => environment with { PayloadFileSystem = "tmpfs" }),
        Environment("network", environment => environment with { Loopback = false }),
        Environment("network", environment => environment with { Link = new LinkFacts("rtt=25ms", Seed: 1, "TUN device") }),
        Environment("packets", environment => environment with { Path = new NetworkPath(25_000, 1448, 1500, MBps: null) }),
        Environment("pinned to processor", environment => environment with { Pinned = [new(PinnedProcessor.Sender, 1, Siblings: null)] }),
        Environment(
            "limits that the doctor found",
            environment => environment with { Doctor = new Examinations([Diagnosed("steal", Severity.Unfit)], After: null) }),
        Option("--no-delay", "off"),
        Option("--affinity", "same"),
    ];

    /// <summary>Number of every planted difference.</summary>
    public static TheoryData<int, string> All => [.. s_planted.Select((planted, index) => (index, planted.Fact))];

    [Theory]
    [MemberData(nameof(All))]
    public void Compare_OneDifferenceIsPlanted_NamesItAndNoOther(int index, string fact)
    {
        using var folder = new TemporaryFolder();
        RunResult run = SampleRuns.Run(SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(40_000, 50)));
        run = Option("--no-delay", "on").Plant(Option("--affinity", "none").Plant(run));
        ResultsFile.Save(run, folder.File("old.json"));
        ResultsFile.Save(s_planted[index].Plant(run), folder.File("new.json"));

        var comparison = StoredComparison.Of(StoredSide.Load(folder.File("old.json")), StoredSide.Load(folder.File("new.json")));
        Assert.Equal([fact], comparison.Differences.Select(difference => difference.Fact));
    }

    /// <summary>What is usual is no difference: a check that has nothing to complain about, and what it measured meanwhile.</summary>
    [Fact]
    public void Compare_TheDoctorFindsNothing_NamesNothing()
    {
        using var folder = new TemporaryFolder();
        RunResult run = SampleRuns.Run(SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(40_000, 50)));
        ResultsFile.Save(run, folder.File("old.json"));
        ResultsFile.Save(
            run with { Environment = run.Environment with { Doctor = new Examinations([Diagnosed("clock", Severity.Note)], After: null) } },
            folder.File("new.json"));
        Assert.Empty(StoredComparison.Of(StoredSide.Load(folder.File("old.json")), StoredSide.Load(folder.File("new.json"))).Differences);
    }

    private static Diagnosis Diagnosed(string check, Severity severity) =>
        new() { Group = "any", Check = check, Severity = severity, Text = "of no importance" };

    private static (string Fact, Func<RunResult, RunResult> Plant) Sender(string fact, Func<MachineFacts, MachineFacts> plant) =>
        Environment(fact, environment => environment with { Sender = plant(environment.Sender) });

    private static (string Fact, Func<RunResult, RunResult> Plant) Environment(
        string fact,
        Func<RunEnvironment, RunEnvironment> plant) =>
        (fact, run => run with { Environment = plant(run.Environment) });

    private static (string Fact, Func<RunResult, RunResult> Plant) Option(string option, string value) =>
        (option, run => run with
        {
            Run = run.Run with { Options = new Dictionary<string, string>(run.Run.Options) { [option[2..]] = value } },
        });
}
