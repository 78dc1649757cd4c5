using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>What a sender process does to others while it lives.</summary>
public sealed class SenderProcessTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    /// <summary>
    /// .NET locks what it opens, and what one sender leaves open slows down everybody who opens the same file: so it has a file of its own.
    /// </summary>
    [Fact]
    public async Task Launch_StrategyThatLeavesFilesOpen_LocksNothingThatOthersSend()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere it leaves nothing open");
        CancellationToken cancellationToken = TestContext.Current.CancellationToken;
        using var folder = new TemporaryFolder();
        string payload = folder.File("payload", 1000);
        LaunchPlan plan = PlanOf("send-file-async", payload);
        string own = folder.File("own");
        await using SenderProcess sender = await SenderProcess.StartAsync(own, server.Process.Control, cancellationToken);
        Assert.True(await sender.PrepareAsync(plan, cancellationToken));
        string copy = Assert.Single(Directory.GetFiles(own, "*.payload"));
        // Fails where anybody holds a lock.
        File.Open(payload, FileMode.Open, FileAccess.Read, FileShare.None).Dispose();
        await SettleAsync(sender, cancellationToken);
        await TakeAllTurnsAsync(sender, plan, cancellationToken);
        FinishedLaunch launch = await sender.FinishAsync(cancellationToken);
        Assert.Null(launch.Record!.Failure);
        Assert.InRange(Observation.Find(launch.Record.Launch!.Observations, Observation.OpenDescriptors)!.Value, 1, double.MaxValue);
        Assert.False(File.Exists(copy));
    }

    /// <summary>Whoever hangs in its turn is ended after a limit, so that the others go on; its launch has the reason.</summary>
    [Fact]
    public async Task Turn_SenderStandsStill_FailsAfterTheLimitAndEndsIt()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "stops it by a signal");
        CancellationToken cancellationToken = TestContext.Current.CancellationToken;
        using var folder = new TemporaryFolder();
        LaunchPlan plan = PlanOf("send-file", folder.File("payload", 1000));
        await using SenderProcess sender = await SenderProcess.StartAsync(folder.File("own"), server.Process.Control, cancellationToken);
        await PrepareAsync(sender, plan, cancellationToken);
        await TakeAllTurnsAsync(sender, plan, cancellationToken);
        int process = (await sender.FinishAsync(cancellationToken)).Output.ProcessId;

        await PrepareAsync(sender, plan, cancellationToken);
        sender.LongestSilence = TimeSpan.FromMilliseconds(500);
        Signals.Send(process, Signals.Stop);
        Assert.False(await sender.TakeTurnAsync(cycle: 1, position: 1, cancellationToken));

        Assert.False(sender.IsUsable);
        Assert.StartsWith(
            "the sender did not answer 'turn' within 1 s and was ended; see whether it was suspended",
            (await sender.FinishAsync(cancellationToken)).Record!.Failure,
            StringComparison.Ordinal);
        Assert.False(Directory.Exists($"/proc/{process}"));
    }

    /// <summary>Until its first turn.</summary>
    private static async Task PrepareAsync(SenderProcess sender, LaunchPlan plan, CancellationToken cancellationToken)
    {
        Assert.True(await sender.PrepareAsync(plan, cancellationToken));
        await SettleAsync(sender, cancellationToken);
    }

    private static async Task SettleAsync(SenderProcess sender, CancellationToken cancellationToken)
    {
        while (await sender.SettleAsync(cancellationToken) == false)
        {
        }

        Assert.True(await sender.BeginAsync(cancellationToken));
    }

    private static async Task TakeAllTurnsAsync(SenderProcess sender, LaunchPlan plan, CancellationToken cancellationToken)
    {
        for (int cycle = 1; cycle <= plan.Profile.Cycles; cycle++)
        {
            Assert.True(await sender.TakeTurnAsync(cycle, position: 1, cancellationToken));
        }
    }

    private static LaunchPlan PlanOf(string strategy, string payload) => new()
    {
        Strategy = strategy,
        Payload = new SizedPayload("1000", new Payload(payload, 1000)),
        Sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None },
        Profile = Profile.Smoke,
        Round = 1,
        Position = 1,
        NamesItsRuntime = false,
    };
}
