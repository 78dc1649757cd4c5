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
        var plan = new LaunchPlan
        {
            Strategy = "send-file-async",
            Payload = new SizedPayload("1000", new Payload(payload, 1000)),
            Sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None },
            Profile = Profile.Smoke,
            Round = 1,
            Position = 1,
            NamesItsRuntime = false,
        };
        string own = folder.File("own");
        await using SenderProcess sender = await SenderProcess.StartAsync(own, server.Process.Control, cancellationToken);
        Assert.True(await sender.PrepareAsync(plan, cancellationToken));
        string copy = Assert.Single(Directory.GetFiles(own, "*.payload"));
        // Fails where anybody holds a lock.
        File.Open(payload, FileMode.Open, FileAccess.Read, FileShare.None).Dispose();
        while (await sender.SettleAsync(cancellationToken) == false)
        {
        }

        Assert.True(await sender.BeginAsync(cancellationToken));
        for (int cycle = 1; cycle <= plan.Profile.Cycles; cycle++)
        {
            Assert.True(await sender.TakeTurnAsync(cycle, position: 1, cancellationToken));
        }

        FinishedLaunch launch = await sender.FinishAsync(cancellationToken);
        Assert.Null(launch.Record!.Failure);
        Assert.InRange(Observation.Find(launch.Record.Launch!.Observations, Observation.OpenDescriptors)!.Value, 1, double.MaxValue);
        Assert.False(File.Exists(copy));
    }
}
