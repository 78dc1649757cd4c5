using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Scenarios;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Measuring;

public sealed class MeasuringTests
{
    [Fact]
    public void Record_NotRecording_KeepsNothing()
    {
        var recorder = new SampleRecorder(10);
        recorder.Record(100, new Delivery(10, 0, 150), 200);
        recorder.IsRecording = true;
        recorder.Record(1000, new Delivery(10, 0, 1300), 1700);
        Assert.Equal([700], recorder.Nanoseconds().Select(value => value * System.Diagnostics.Stopwatch.Frequency / 1_000_000_000));
        Assert.Equal(
            [300],
            recorder.SendReturnedNanoseconds().Select(value => value * System.Diagnostics.Stopwatch.Frequency / 1_000_000_000));
    }

    [Fact]
    public void Record_AfterReserve_AllocatesNothing()
    {
        var recorder = new SampleRecorder(10) { IsRecording = true };
        recorder.Reserve(1000);
        recorder.Record(0, new Delivery(10, 0, 1), 2);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 999; i++)
        {
            recorder.Record(0, new Delivery(10, 0, 1), 2);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.Equal(1000, recorder.Count);
    }

    [Theory]
    [InlineData(null, 1, 3, Outcome.Measured, null)]
    [InlineData("one byte short", 1, 3, Outcome.Failed, "one byte short")]
    [InlineData(null, 0, 3, Outcome.Failed, "a launch has no transfer verified by checksum")]
    [InlineData(null, 1, 2, Outcome.Failed, "2")]
    internal void Assemble_WhatLaunchesLeave_IsMeasuredOnlyWhenProven(
        string? failure,
        int byChecksum,
        long byCount,
        Outcome outcome,
        string? reason)
    {
        LaunchRecord[] records =
        [
            new() { Launch = LaunchOf([3000, 1000, 2000], byCount: 3) with { AllocatedBytesPerTransfer = 8 } },
            new() { Failure = failure, Launch = LaunchOf([3000, 1000, 2000], byCount) with { VerifiedByChecksum = byChecksum } },
        ];

        Measurement measurement = Assemble("send-file", "tcp", breakdown: null, records);

        Assert.Equal(outcome, measurement.Outcome);
        Assert.Equal(outcome == Outcome.Measured, measurement.Statistics is not null);
        Assert.Equal(failure is null ? 2 : 1, measurement.Launches.Count);
        Assert.Contains(reason ?? "", measurement.Reason ?? "", StringComparison.Ordinal);
    }

    private static Launch LaunchOf(long[] nanoseconds, long byCount) => new()
    {
        Round = 1,
        Nanoseconds = nanoseconds,
        SendReturnedNanoseconds = Array.ConvertAll(nanoseconds, _ => 1L),
        MedianNanoseconds = SampleStatistics.Median(nanoseconds),
        VerifiedByCount = byCount,
        VerifiedByChecksum = 1,
    };

    [Fact]
    public void Assemble_TransfersInFlightTogether_ThroughputIsPerWallTime()
    {
        LaunchRecord[] records = [.. ((double[])[10, 20, 40]).Select(wall =>
            new LaunchRecord
            {
                Launch = LaunchOf([640], byCount: 1) with { Observations = [new Observation(Observation.WallTime, wall, "ns")] },
            })];
        Measurement measurement = Assemble("http-body-32", "http", breakdown: null, records);
        Assert.Equal(Outcome.Measured, measurement.Outcome);
        Assert.Equal(1024 / 20.0 * 1000, measurement.Statistics!.ThroughputMBps!.Value, precision: 6);
        Assert.Equal(640, measurement.Statistics.P50);
    }

    [Fact]
    public void Assemble_FasterThanMemory_Fails()
    {
        Measurement measurement = Assemble(
            "send-file", "tcp", breakdown: null, new LaunchRecord { Launch = LaunchOf([10], byCount: 1) });
        Assert.Equal(Outcome.Failed, measurement.Outcome);
    }

    [Fact]
    public void Assemble_NoLaunchLeftAnything_FailsWithTheBreakdown()
    {
        Assert.Equal("exit code 134", Assemble("send-file", "tcp", "exit code 134").Reason);
        Assert.Equal("no launch recorded any samples", Assemble("send-file", "tcp", breakdown: null).Reason);
    }

    [Fact]
    public void Get_SameSizeTwice_IsTheSameSeededFile()
    {
        SizedPayload first = PayloadStore.Get(new ByteSize(3333));
        byte[] content = File.ReadAllBytes(first.Payload.Path);
        File.WriteAllBytes(first.Payload.Path, [1, 2, 3]);
        SizedPayload again = PayloadStore.Get(new ByteSize(3333));
        Assert.Equal(content, File.ReadAllBytes(again.Payload.Path));
        Assert.Equal(3333, content.Length);
        Assert.True(content.Distinct().Count() > 200);
    }

    [Fact]
    public void FromFile_SymbolicLink_IsTheFileItLeadsTo()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "making links needs a privilege on Windows");
        using var folder = new TemporaryFolder();
        string file = folder.File("payload", 5000);
        string link = File.CreateSymbolicLink(folder.File("link"), file).FullName;
        string linkToLink = File.CreateSymbolicLink(folder.File("link-to-link"), link).FullName;
        Payload payload = PayloadStore.FromFile(linkToLink).Payload;
        Assert.Equal(new Payload(file, 5000), payload);
        PayloadChange.ThrowIfChanged(payload);
    }

    [Fact]
    public async Task EnsureAlive_AfterTheServerDied_StartsAnother()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "SIGKILL needs Unix");
        using var folder = new TemporaryFolder();
        await using ServerSupervisor supervisor = await ServerSupervisor.StartAsync(
            Plan(folder.Path),
            TestContext.Current.CancellationToken);
        Uri first = supervisor.Control;
        using (var control = new ControlClient(first))
        {
            await control.GetStatsAsync(TestContext.Current.CancellationToken);
        }

        Signals.Send(supervisor.ProcessId!.Value, Signals.Kill);
        while (supervisor.IsAlive)
        {
            await Task.Delay(5, TestContext.Current.CancellationToken);
        }

        await supervisor.EnsureAliveAsync(TestContext.Current.CancellationToken);
        Assert.NotEqual(first, supervisor.Control);
    }

    [Fact]
    public void References_OfTheHarness_PointOneWay()
    {
        string[] references = [.. typeof(RunPlan).Assembly.GetReferencedAssemblies().Select(name => name.Name!)];
        Assert.Contains("FileTransfer.Strategies", references);
        Assert.DoesNotContain("FileTransfer.Server", references);
    }

    private static Measurement Assemble(string strategy, string transport, string? breakdown, params LaunchRecord[] records) =>
        new MeasurementAssembler(SampleRuns.Run().Environment with { MemoryCopyGBps = 100, EmptyRoundTrips = [] })
            .Assemble(
                new PlannedCase(
                    StrategyCatalog.Find(strategy), transport, new SizedPayload("1K", new Payload("/payload", 1024)), Placement.Free),
                records,
                breakdown);

    private static RunPlan Plan(string folder) => new()
    {
        Scenario = ScenarioCatalog.Default,
        Profile = Profile.Smoke,
        // The server could not serve a payload that does not exist.
        Strategies = [.. StrategyCatalog.All.Where(strategy => !strategy.FetchesFiles)],
        Baseline = "read-write-1k",
        Payloads = [new SizedPayload("1K", new Payload("/payload", 1024))],
        Transports = ["tcp"],
        Sender = new SenderOptions { Transport = "tcp", NoDelay = true, Affinity = CpuAffinity.None },
        Folder = folder,
        Rounds = 1,
        OrderSeed = 1,
    };
}
