using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Harness.Tests.Sabotage;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>A load is proven like transfers one after another: counts, checksums and options are compared, lies are found out.</summary>
public sealed class LoadProofTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private const int Length = 10_000;

    [Theory]
    [InlineData(Lie.None, null)]
    [InlineData(Lie.ClaimsMoreThanCounted, "the strategy claims deliveries that never arrived")]
    [InlineData(Lie.SendsNothing, "(never arrived|was acknowledged with a checksum)")]
    [InlineData(Lie.OtherContent, "with CRC-32C ")]
    [InlineData(Lie.HidesChecksums, "was acknowledged with a checksum")]
    [InlineData(Lie.ForgesChecksums, "(the receiver found CRC-32C|its acknowledgements do not belong to its transfers)")]
    [InlineData(Lie.SendsTwice, "another client uses this server")]
    [InlineData(Lie.SendReturnedAfterTheEnd, "one of the two times is wrong")]
    [InlineData(Lie.AnotherReceiver, "the strategy claims deliveries that never arrived")]
    [InlineData(Lie.UndoesNoDelay, "TCP_NODELAY is off on the socket, but on was requested")]
    internal async Task Measure_StrategyThatLiesUnderLoad_IsNoResult(Lie lie, string? message)
    {
        using var folder = new TemporaryFolder();
        LoadOutcome outcome = await LoadMeasurer.MeasureAsync(
            Plan(folder, LyingStrategy.HonestWhenVerified(lie)), TestContext.Current.CancellationToken);
        if (message is null)
        {
            Assert.Null(outcome.Failure);
            Assert.Equal(outcome.Result.Transfers, outcome.Result.VerifiedTransfers);
            Assert.Equal(300, outcome.Result.Transfers + outcome.Result.CheckedByChecksum);
            return;
        }

        Assert.Matches(message, outcome.Failure ?? "a result");
        Assert.Equal(outcome.Failure, outcome.Result.Partial);
        Assert.Equal(0, outcome.Result.VerifiedTransfers);
    }

    /// <summary>Nothing begins within no time of being due.</summary>
    [Fact]
    public async Task Measure_GeneratorIsTheLimit_IsProvenAndNoResult()
    {
        using var folder = new TemporaryFolder();
        LoadOutcome outcome = await LoadMeasurer.MeasureAsync(
            Plan(folder, StrategyCatalog.Find("send-async")) with { Rate = 1000, Count = 60, MaxLateness = TimeSpan.Zero },
            TestContext.Current.CancellationToken);
        Assert.StartsWith("offered 0 of 1,000/s: the generator began 100 % of the transfers", outcome.Failure, StringComparison.Ordinal);
        Assert.Equal(outcome.Failure, outcome.Result.Partial);
        Assert.Equal(outcome.Result.Transfers, outcome.Result.VerifiedTransfers);
        Assert.Equal(0, outcome.Result.RatePerSecond.Offered);
    }

    [Theory]
    [InlineData(10, 1000, 0, true)]
    [InlineData(11, 1100, 0, false)]
    [InlineData(9, 900, 0, false)]
    [InlineData(10, 999, 0, false)]
    [InlineData(11, 1100, 1, true)]
    [InlineData(12, 1200, 1, false)]
    [InlineData(9, 900, 1, false)]
    public void ThrowUnlessCounted_FramesAndBytes_AreThoseAcknowledgedAndAtMostThoseThatFailed(
        long frames, long bytes, long failed, bool isRight)
    {
        Exception? exception = Record.Exception(
            () => LoadProof.ThrowUnlessCounted(Stats(5, 500), Stats(5 + frames, 500 + bytes), 10, 1000, failed));
        Assert.True(isRight ? exception is null : exception is TransferException { Kind: TransferErrorKind.Mismatch }, exception?.Message);
    }

    [Theory]
    [InlineData("7 7 8", true, false, true)]
    [InlineData("7 7", true, false, false)]
    [InlineData("7 8 8", true, false, false)]
    [InlineData("7 7 8 9", true, false, false)]
    [InlineData("7 7 8 9", false, false, true)]
    [InlineData("7 8 9", false, false, false)]
    [InlineData("7 7 8 8", true, true, true)]
    public void ThrowUnlessChecked_FoundAndTold_AgreeUnlessOthersSendToo(string found, bool isAlone, bool hasErrors, bool isRight)
    {
        FrameCheck[] checks = [.. found.Split(' ').Select((crc, i) => new FrameCheck(i + 1, uint.Parse(crc, provider: null)))];
        var told = new TallyCount(100, 1000, 3, new Dictionary<uint, long> { [7] = 2, [8] = 1 });
        Exception? exception = Record.Exception(
            () => LoadProof.ThrowUnlessChecked(new ReceiverChecks(100, checks), told, isAlone, hasErrors));
        Assert.True(isRight ? exception is null : exception is TransferException { Kind: TransferErrorKind.Mismatch }, exception?.Message);
    }

    private LoadPlan Plan(TemporaryFolder folder, StrategyDescriptor strategy)
    {
        string path = folder.File("payload");
        byte[] content = new byte[Length];
        new Random(5).NextBytes(content);
        File.WriteAllBytes(path, content);
        return new LoadPlan
        {
            Strategy = strategy,
            Payloads = [new WeightedPayload(new Payload(path, Length), 1)],
            Sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None },
            Server = server.Process.Control,
            Connections = 3,
            Count = 300,
            WarmupCount = 0,
            Seed = 1,
        };
    }

    private static ReceiverStats Stats(long frames, long bytes) => new(bytes, frames, 1, 1, new Dictionary<string, long>());
}
