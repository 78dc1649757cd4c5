using FileTransfer.Harness.Tests.Sabotage;
using FileTransfer.Lab.Commands;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>Whether the measuring side can be lied to: a real server, and strategies that do not deliver.</summary>
public sealed class TransferSessionTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    /// <summary>Long enough for a machine that is busy with something else.</summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    /// <summary>For an acknowledgement that will not come, after a connection that has to.</summary>
    private static readonly TimeSpan s_soon = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(Lie.OneByteTooFew, TransferErrorKind.TimedOut, "no acknowledgement of 10000 bytes")]
    [InlineData(Lie.OneByteTooFewFramed, TransferErrorKind.Mismatch, "confirmed 9999 bytes")]
    [InlineData(Lie.ClaimsMoreThanCounted, TransferErrorKind.Mismatch, "with CRC-32C")]
    [InlineData(Lie.SendsNothing, TransferErrorKind.Mismatch, "confirmed 10000 bytes with CRC-32C 00000000")]
    [InlineData(Lie.OtherContent, TransferErrorKind.Mismatch, "with CRC-32C")]
    internal async Task Prepare_StrategyThatDoesNotDeliver_FailsBeforeTiming(Lie lie, TransferErrorKind kind, string message)
    {
        using var folder = new TemporaryFolder();
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => PrepareAsync(folder, LyingStrategy.Describe(lie), timeout: lie == Lie.OneByteTooFew ? s_soon : null));
        Assert.Equal(kind, exception.Kind);
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Prepare_FetchOfOtherData_IsDataLossOfTheServersData()
    {
        using var folder = new TemporaryFolder();
        TransferException exception = await Assert.ThrowsAsync<RpcException>(
            () => PrepareAsync(folder, LyingStrategy.Describe(Lie.OtherContent, family: StrategyFamily.Rpc)));
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
        Assert.Matches(
            "^data_loss: the server sent 10000 bytes with CRC-32C [0-9a-f]{8}, but the requested data has "
            + "10000 bytes with [0-9a-f]{8}; it serves something else, or something that changes, or a server of ours of another version "
            + "answered$",
            exception.Message);
    }

    [Fact]
    public async Task Record_FetchBelowTheLength_IsDataLoss()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            folder,
            LyingStrategy.Describe(Lie.OneByteTooFewFramed, honestTransfers: 1, StrategyFamily.Rpc));
        var strategy = (ISyncTransferStrategy)session.Strategy;
        strategy.Transfer(session.Payload);
        TransferException exception = await Assert.ThrowsAsync<RpcException>(() => RecordAsync(session, strategy, 1));
        Assert.Equal(
            (TransferErrorKind.Mismatch, "data_loss: the server sent 9999 bytes of data, but 10000 were requested"),
            (exception.Kind, exception.Message));
    }

    [Theory]
    [InlineData(Lie.ClaimsMoreThanCounted, "49995 bytes while 5 transfers")]
    [InlineData(Lie.SendsNothing, "claims deliveries that never arrived")]
    internal async Task StopReceiver_StrategyThatLiesOnceItIsTimed_IsCaughtByTheServersOwnCount(Lie lie, string message)
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(folder, LyingStrategy.Describe(lie, honestTransfers: 1));
        var strategy = (ISyncTransferStrategy)session.Strategy;
        strategy.Transfer(session.Payload);

        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => RecordAsync(session, strategy, 5));

        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Record_CountBelowTheLength_Throws()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            folder,
            LyingStrategy.Describe(Lie.OneByteTooFewFramed, honestTransfers: 1));
        var strategy = (ISyncTransferStrategy)session.Strategy;
        strategy.Transfer(session.Payload);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => RecordAsync(session, strategy, 1));
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
        Assert.Equal(0, session.Recorder.Count);
    }

    [Fact]
    public async Task Plain_CountBelowTheLength_ThrowsAlthoughNothingIsRecorded()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            folder,
            LyingStrategy.Describe(Lie.OneByteTooFewFramed, honestTransfers: 3));
        var strategy = (ISyncTransferStrategy)session.Strategy;
        var idle = new SampleRecorder(session.Payload.Length);
        HarnessCostCommand.Plain(strategy, session.Payload, idle, transfers: 3);
        TransferException exception = Assert.Throws<TransferException>(
            () => HarnessCostCommand.Plain(strategy, session.Payload, idle, transfers: 1));
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
        Assert.Equal(0, idle.Count);
    }

    [Fact]
    public async Task MeasureAllocation_CountBelowTheLength_Throws()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            folder,
            LyingStrategy.Describe(Lie.OneByteTooFewFramed, honestTransfers: 1));
        ((ISyncTransferStrategy)session.Strategy).Transfer(session.Payload);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(new AllocationMeter(session).MeasureBytesAsync);
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
    }

    [Fact]
    public async Task EstimateObjects_OneLargeObjectAndManySmallOnes_TakesAsManyTransfersAsItNeeds()
    {
        const int Length = 200_000;
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            folder,
            StrategyCatalog.Find("http-multipart-buffered"),
            Transport.Http,
            Length);
        // The file in memory is one object; the request, its headers and the answer are dozens.
        double? objects = await new AllocationMeter(session).EstimateObjectsAsync(TimeSpan.FromMinutes(1));
        Assert.NotNull(objects);
        Assert.InRange(objects.Value, 10, double.MaxValue);
    }

    [Fact]
    public async Task Record_HonestStrategy_IsConfirmedAndCosted()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(folder, SendFile.Descriptor);
        CostMeter cost = await RecordAsync(session, (ISyncTransferStrategy)session.Strategy, 300);
        await ConnectionProof.ProveAsync(session, TestContext.Current.CancellationToken);
        Assert.Equal(300, session.Recorder.Count + session.Recorder.CheckedWhileRecording);
        Assert.Equal(session.Recorder.Count, cost.ReceiverFrames);
        Assert.Equal(1 + session.Recorder.Checked.Count, session.VerifiedByChecksum);
        Assert.InRange(session.Recorder.CheckedSinceRecording, 1, int.MaxValue);
        Assert.True(cost.SenderCpuSeconds > 0);
        Assert.True(cost.ReceiverCpuSeconds > 0);
        Assert.All(
            Some.Of(session.Recorder.Nanoseconds().Zip(session.Recorder.SendReturnedNanoseconds())),
            pair => Assert.InRange(pair.Second, 1, pair.First));
    }

    [Fact]
    public async Task StopReceiver_SomebodyElseUsesTheServer_Throws()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(folder, SendFile.Descriptor);
        await using TransferSession other = await PrepareAsync(folder, SendFile.Descriptor);
        var cost = new CostMeter(session);
        await cost.StartReceiverAsync(TestContext.Current.CancellationToken);
        ((ISyncTransferStrategy)other.Strategy).Transfer(other.Payload);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => cost.StopReceiverAsync(TestContext.Current.CancellationToken));
        Assert.Contains("another client uses this server", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>What was verified before is not verified first; the receiver's checks are compared with it all the same.</summary>
    [Fact]
    public async Task Prepare_VerifiedBefore_IsProvenByTheChecksOfItsOwnTransfers()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession first = await PrepareAsync(folder, SendFile.Descriptor);
        VerifiedContent content = first.Verified!;
        await using TransferSession second = await PrepareAgainAsync(first, content);
        Assert.Equal((1, 0), (first.VerifiedByChecksum, second.VerifiedByChecksum));
        await RecordAsync(second, (ISyncTransferStrategy)second.Strategy, 3);
        await ConnectionProof.ProveAsync(second, TestContext.Current.CancellationToken);
        Assert.InRange(second.VerifiedByChecksum, 1, int.MaxValue);

        await using TransferSession other = await PrepareAgainAsync(first, content with { Crc32C = content.Crc32C ^ 1 });
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => ConnectionProof.ProveAsync(other, TestContext.Current.CancellationToken));
        Assert.Contains($"has 10000 bytes with {content.Crc32C ^ 1:x8}", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Prepare_WrittenSinceItWasVerified_IsVerifiedAnew()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession first = await PrepareAsync(folder, SendFile.Descriptor);
        VerifiedContent content = first.Verified!;
        File.SetLastWriteTimeUtc(first.Payload.Path, content.WrittenUtc.AddSeconds(1));
        await using TransferSession second = await PrepareAgainAsync(first, content with { Crc32C = 1 });
        Assert.Equal(1, second.VerifiedByChecksum);
        Assert.Equal(content.Crc32C, second.Verified!.Crc32C);
    }

    [Fact]
    public async Task ThrowIfPayloadChanged_SameLengthOtherContent_Throws()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(folder, SendFile.Descriptor);
        session.ThrowIfPayloadChanged();
        File.SetLastWriteTimeUtc(session.Payload.Path, DateTime.UtcNow.AddHours(1));
        TransferException exception = Assert.Throws<TransferException>(session.ThrowIfPayloadChanged);
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
    }

    private static async Task<CostMeter> RecordAsync(TransferSession session, ISyncTransferStrategy strategy, int transfers)
    {
        var cost = new CostMeter(session);
        await cost.StartReceiverAsync(TestContext.Current.CancellationToken);
        session.Recorder.IsRecording = true;
        cost.Resume();
        for (int i = 0; i < transfers; i++)
        {
            long start = System.Diagnostics.Stopwatch.GetTimestamp();
            Delivery delivery = strategy.Transfer(session.Payload);
            session.Recorder.Record(start, delivery, System.Diagnostics.Stopwatch.GetTimestamp());
        }

        cost.Pause();
        await cost.StopReceiverAsync(TestContext.Current.CancellationToken);
        return cost;
    }

    private Task<TransferSession> PrepareAsync(
        TemporaryFolder folder,
        StrategyDescriptor strategy,
        string transport = Transport.Tcp,
        int length = 10_000,
        TimeSpan? timeout = null)
    {
        string path = folder.File("payload", length);
        return TransferSession.PrepareAsync(
            OptionsOf(strategy, new Payload(path, length), transport) with { Timeout = timeout ?? s_limit },
            TestContext.Current.CancellationToken);
    }

    private Task<TransferSession> PrepareAgainAsync(TransferSession session, VerifiedContent content) =>
        TransferSession.PrepareAsync(
            OptionsOf(SendFile.Descriptor, session.Payload) with { Verified = content },
            TestContext.Current.CancellationToken);

    private SessionOptions OptionsOf(StrategyDescriptor strategy, Payload payload, string transport = Transport.Tcp) => new()
    {
        Strategy = strategy,
        Payload = payload,
        Sender = new SenderOptions { Transport = transport, NoDelay = true, Affinity = CpuAffinity.None },
        Server = server.Process.Control,
        Timeout = s_limit,
    };
}
