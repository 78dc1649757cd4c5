using System.Diagnostics;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Lab.Variants;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Calibration;

/// <summary>Strategies that are slowed down on purpose: they deliver, and they take the time they should.</summary>
public sealed class SlowedVariantTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    [Theory]
    [InlineData("send-file@slower20")]
    [InlineData("copy-to-async@slower20")]
    [InlineData("send-file@copies20")]
    [InlineData("saea@calls20")]
    [InlineData("send-file@pieces20")]
    [InlineData("send-file@sleeps20")]
    public async Task Prepare_Slowed_DeliversAsItsOriginalDoes(string id)
    {
        StrategyDescriptor original = StrategyCatalog.Find(id.Split('@')[0]);
        StrategyDescriptor slowed = SlowedVariant.Of(original, id)!;
        Assert.Equal((id, original.IsSynchronous), (slowed.Id, slowed.IsSynchronous));
        // Sends a transfer to a receiver that checks it.
        await using TransferSession session = await TransferSession.PrepareAsync(
            new SessionOptions
            {
                Strategy = slowed,
                Payload = PayloadStore.Get(new ByteSize(100_000)).Payload,
                Sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None },
                Server = server.Process.Control,
            },
            TestContext.Current.CancellationToken);
        session.WarmUp(TimeSpan.FromMilliseconds(1));
        Assert.True(session.Recorder.Transfers > 0);
    }

    [Theory]
    [InlineData("slower")]
    [InlineData("copies")]
    [InlineData("calls")]
    [InlineData("pieces")]
    [InlineData("sleeps")]
    public void Add_AShareLonger_TakesThatShareAtLeast(string kind)
    {
        long start = Stopwatch.GetTimestamp();
        SpinWait.SpinUntil(() => Stopwatch.GetElapsedTime(start) > TimeSpan.FromMilliseconds(1));
        TimeSpan before = Stopwatch.GetElapsedTime(start);
        using var delay = new Delay(Enum.Parse<DelayKind>(kind, ignoreCase: true), share: 0.5);
        delay.Add(start);
        Assert.True(Stopwatch.GetElapsedTime(start) >= 1.5 * before);
    }

    /// <summary>The laboratory knows them, and its senders do; the product does not.</summary>
    [ExhaustiveFact]
    public async Task Send_ASlowedStrategy_IsTheLaboratorysAlone()
    {
        string[] arguments = ["send", "--strategy", "send-file@slower20", "--size", "1K", "--count", "3", "--warmup", "1"];
        Assert.Equal(0, (await Commands.HarnessProcess.RunLabAsync(arguments)).ExitCode);
        (int exitCode, _, string errors) = await Commands.HarnessProcess.RunAsync(arguments);
        Assert.Equal(2, exitCode);
        Assert.Contains("unknown strategy 'send-file@slower20'", errors, StringComparison.Ordinal);
    }
}
