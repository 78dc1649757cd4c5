using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Doctor;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>Senders that do not all fit at the same time take turns in groups, and stay comparable.</summary>
public sealed class SenderGroupTests
{
    private const int KB = 1024;

    [Theory]
    [InlineData(1_000_000, null, "send-file", KB, 1, 10)]
    // Three runs of a comparison share it.
    [InlineData(3_000_000, null, "send-file", KB, 3, 10)]
    // All strategies of the catalog over sockets fit into 4 GB.
    [InlineData(4_000_000, null, "send-file", 100_000_000, 1, 40)]
    // A call may hold its message many times over.
    [InlineData(1_000_000, null, "rpc-pooled", 10_000_000, 1, 3)]
    // Two are compared whatever they need: too little memory refuses no run.
    [InlineData(1_000_000, null, "http-put-stream", 1_000_000_000, 1, 2)]
    // The limit of the control group, where that is lower.
    [InlineData(8_000_000, 1_000_000_000, "send-file", KB, 1, 7)]
    public void Room_FollowsFromTheMemory(int availableKB, int? groupLimit, string strategy, int length, int sides, int senders)
    {
        using var files = new PlantedMachine();
        files.With("/proc/meminfo", $"MemAvailable: {availableKB} kB");
        if (groupLimit is { } limit)
        {
            files.With("/proc/self/cgroup", "0::/box")
                .With("/sys/fs/cgroup/box/memory.max", $"{limit}")
                .With("/sys/fs/cgroup/box/memory.current", "300000000");
        }

        SenderRoom room = SenderRoom.Of([StrategyCatalog.Find(strategy)], length, sides, files.Machine([]).Files, descriptors: null);
        Assert.Equal(senders, room.Senders);
        Assert.Matches("^[0-9.]+ GB of memory may be used, and each may need [05][.][0-9]{2} GB with its server$", room.Scarce);
    }

    [Fact]
    public void Room_FollowsFromTheDescriptors()
    {
        using var files = new PlantedMachine();
        SenderRoom room = SenderRoom.Of([], KB, sides: 1, files.Machine([]).Files, descriptors: 348);
        Assert.Equal(4, room.Senders);
        Assert.Contains("limited to 348 descriptors", room.Scarce, StringComparison.Ordinal);
        UsageException exception = Assert.Throws<UsageException>(
            () => SenderRoom.Of([], KB, sides: 1, files.Machine([]).Files, descriptors: 323));
        Assert.Contains("limited to 323 descriptors", exception.Message, StringComparison.Ordinal);
        Assert.Contains("ulimit -n", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5, 0)]
    [InlineData(4, 2)]
    [InlineData(3, 2)]
    [InlineData(2, 4)]
    public void Groups_HaveEverySenderOnceAndTheBaselineInEach(int room, int groups)
    {
        string[] ids = ["read-write-64k", "send-file", "begin-send", "copy-to-async", "send-async"];
        RunPlan plan = Plan(ids, "send-file", new SenderRoom(room, "there is too little"));
        if (groups == 0)
        {
            Assert.Null(Assert.Single(plan.Groups).Number);
            Assert.Null(SenderGroup.Words(plan));
            return;
        }

        Assert.Equal(Enumerable.Range(1, groups), plan.Groups.Select(group => group.Number!.Value));
        Assert.Equal(ids.Order(), plan.Groups.SelectMany(group => group.Members).Select(member => member.Strategy).Order());
        Assert.All(plan.Groups, group =>
        {
            Assert.Equal(("send-file", Transport.Tcp), group.Reference);
            Assert.InRange(plan.Available.Where(group.Includes).Select(one => one.Strategy.Id).Distinct().Count(), 2, room);
        });
        Assert.Equal(
            $"5 senders take turns in {groups} groups, each beside send-file, by which they are compared: there is too little",
            SenderGroup.Words(plan));
    }

    /// <summary>What changes between two groups, the reference meets as well.</summary>
    [Fact]
    public void Difference_OfTwoGroups_IsThatFromTheReference()
    {
        Turn[] Turns(double nanoseconds, double drift) =>
            [.. Enumerable.Range(1, 10).Select(cycle => new Turn(cycle, 1, 1, nanoseconds * drift))];
        Launch In(int group, double nanoseconds, double drift) => new()
        {
            Round = 1,
            Nanoseconds = [1],
            SendReturnedNanoseconds = [1],
            MedianNanoseconds = 1,
            Turns = Turns(nanoseconds, drift),
            Group = group,
            Reference = Turns(1000, drift),
        };
        Launch first = In(group: 1, 1200, drift: 1);
        Launch second = In(group: 2, 1500, drift: 3);
        Assert.Equal(Math.Log(1.5 / 1.2), PairedTurns.Difference(second, first), 12);
        Assert.Equal(Math.Log(1.5), PairedTurns.Difference(second, In(group: 1, 1000, drift: 1)), 12);
        Assert.Empty(PairedTurns.DifferencesOf(second, first));
        Assert.Equal(double.NaN, PairedTurns.Difference(second, first with { Reference = null }));
    }

    [ExhaustiveFact]
    public async Task Bench_FewDescriptors_TakesTurnsInGroupsAndSaysSo()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs ulimit");
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            ["bash", "-c", "ulimit -n 330; exec \"$0\" \"$@\""],
            "bench", "--profile", "smoke", "--strategies", "read-write-64k,send-file,begin-send", "--sizes", "1K", "--brief",
            "--baseline", "send-file", "--rounds", "2", "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains(
            "3 senders take turns in 2 groups, each beside send-file, by which they are compared: a process here is limited to 330 descr",
            output,
            StringComparison.Ordinal);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.Empty(Results.ResultsSchemaTests.ViolationsOf(run));
        Assert.All(run.Measurements, measurement =>
        {
            Assert.Equal([1, 2], measurement.Launches.Select(launch => launch.Round));
            int group = measurement.Strategy == "begin-send" ? 2 : 1;
            Assert.All(measurement.Launches, launch => Assert.Equal((group, 3), (launch.Group, launch.Reference!.Count)));
        });
        Measurement[] same = [.. run.Measurements.Where(measurement => measurement.Placement == run.Measurements[0].Placement)];
        Assert.All(
            Some.Of(same.SelectMany(_ => same, (one, other) => (one, other)).Where(pair => pair.one != pair.other)),
            pair => Assert.InRange(Comparisons.Of(run).Between(pair.one, pair.other)!.Ratio, 0.01, 100));
        Assert.Contains(VerdictNotes.Of(run), note => note.Contains("took turns in 2 groups", StringComparison.Ordinal));
    }

    private static RunPlan Plan(string[] ids, string baseline, SenderRoom room) => new()
    {
        Scenario = ScenarioCatalog.Default,
        Profile = Profile.Smoke,
        Strategies = [.. ids.Select(StrategyCatalog.Find)],
        Baseline = baseline,
        Payloads = [new SizedPayload("1K", new Payload("/payload", KB)), new SizedPayload("10K", new Payload("/payload10", 10 * KB))],
        Transports = [Transport.Tcp],
        Sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None },
        Room = room,
        Folder = "",
        Rounds = 1,
        OrderSeed = 1,
    };
}
