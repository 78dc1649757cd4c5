using System.Diagnostics;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>Strategies, servers and files that lie while they are timed; docs/internals/proof.md has all, and what catches each.</summary>
public sealed class StrategySabotageTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private const int Length = 10_000;
    private const int Transfers = 300;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Lie.ClaimsMoreThanCounted, "2999700 bytes while 300 transfers of 10000 bytes were made")]
    [InlineData(Lie.SendsNothing, "the strategy claims deliveries that never arrived")]
    [InlineData(Lie.OtherContent, "with CRC-32C ")]
    [InlineData(Lie.Zeros, "with CRC-32C ")]
    [InlineData(Lie.HidesChecksums, "was acknowledged with a checksum")]
    [InlineData(Lie.ForgesChecksums, "(the receiver found CRC-32C|its acknowledgements do not belong to its transfers)")]
    [InlineData(Lie.OneFrameAhead, "(its acknowledgements do not belong to its transfers|never arrived)")]
    [InlineData(Lie.SendsBetweenTheCalls, "another client uses this server")]
    [InlineData(Lie.SendsTwice, "another client uses this server")]
    [InlineData(Lie.SendReturnedBeforeTheStart, "one of the two times is wrong")]
    [InlineData(Lie.SendReturnedAfterTheEnd, "one of the two times is wrong")]
    [InlineData(Lie.AnotherReceiver, "65 transfers one after another were acknowledged with a checksum")]
    [InlineData(Lie.UndoesNoDelay, "TCP_NODELAY is off on the socket, but on was requested")]
    [InlineData(Lie.UndoesCongestionControl, "TCP_CONGESTION is reno on the socket, but cubic was requested")]
    internal async Task Strategy_HonestOnlyWhereItIsVerified_IsCaughtOnTheMeasuredConnection(Lie lie, string message)
    {
        SkipWithoutCongestionControls(lie);
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            Payload(folder),
            LyingStrategy.HonestWhenVerified(lie),
            server.Process.Control,
            lie == Lie.UndoesCongestionControl ? "cubic" : null);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => MeasureAsync(session));
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
        Assert.Matches(message, exception.Message);
    }

    [Fact]
    public async Task Strategy_WrongBytesFromTheSecondTransferOn_IsCaught()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            Payload(folder),
            LyingStrategy.Describe(Lie.OtherContent, honestTransfers: 1),
            server.Process.Control);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => MeasureAsync(session));
        Assert.Contains("with CRC-32C", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Strategy_Honest_IsProven()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(Payload(folder), LyingStrategy.Describe(Lie.None), server.Process.Control);
        await MeasureAsync(session);
        Assert.InRange(session.Recorder.CheckedSinceRecording, 1, session.Recorder.Transfers);
        Assert.Equal(Transfers, session.Recorder.Count + session.Recorder.CheckedWhileRecording);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task File_SwappedForOneOfTheSameLengthAndTime_IsCaught(bool isSparse)
    {
        using var folder = new TemporaryFolder();
        Payload payload = Payload(folder);
        await using TransferSession session = await PrepareAsync(payload, SendFile.Descriptor, server.Process.Control);
        DateTime written = File.GetLastWriteTimeUtc(payload.Path);
        if (isSparse)
        {
            using FileStream file = File.OpenWrite(payload.Path);
            file.SetLength(0);
            file.SetLength(Length);
        }
        else
        {
            File.WriteAllBytes(payload.Path, new byte[Length]);
        }

        File.SetLastWriteTimeUtc(payload.Path, written);
        session.ThrowIfPayloadChanged();
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => MeasureAsync(session));
        Assert.Contains("with CRC-32C", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [ExhaustiveInlineData(false, "was acknowledged with a checksum")]
    [InlineData(true, "with CRC-32C")]
    public async Task Server_HidesOrChangesItsChecks_IsCaught(bool changes, string message)
    {
        await using LyingServer lying = await LyingServer.StartAsync((kind, real) =>
            kind != "tcp" || real.Crc32C == 0 ? real : real with { Crc32C = changes ? real.Crc32C ^ 1 : 0 });
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(Payload(folder), SendFile.Descriptor, new Uri(lying.Control));
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => MeasureAsync(session));
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }

    /// <summary>The kernel's count of what came in is a witness beside the server's count of what went out.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Fetch_OverAConnectionThatNobodyCounts_IsCaught(bool hides)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux counts what a socket has received");
        using var folder = new TemporaryFolder();
        string path = folder.File("payload");
        File.WriteAllBytes(path, GeneratedContent.Bytes(PayloadContent.Random, Length));
        var fetch = StrategyDescriptor.For("lying", StrategyFamily.Rpc, "lies", options =>
            (RpcReadAll)RpcReadAll.Descriptor.Create(hides ? options with { Received = null } : options));
        await using TransferSession session = await PrepareAsync(
            new Payload(path, Length),
            fetch,
            server.Process.Control,
            transport: Transport.Http);
        if (hides)
        {
            TransferException exception = await Assert.ThrowsAsync<TransferException>(() => MeasureAsync(session));
            Assert.Contains("the kernel counted 0 bytes on this strategy's connections", exception.Message, StringComparison.Ordinal);
        }
        else
        {
            await MeasureAsync(session);
            Assert.InRange(session.Received!.Sum()!.Value, session.Recorder.Transfers * Length, session.Recorder.Transfers * 2L * Length);
        }
    }

    [Fact]
    public async Task Work_BetweenTheCalls_IsCaught()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(Payload(folder), SendFile.Descriptor, server.Process.Control);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => MeasureAsync(session, between: SpinForThreeTimes));
        Assert.Contains("work was done in the gaps", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Pin_Undone_IsCaught()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.ProcessorCount > 1, "needs Linux and a second processor to run on");
        // This process is on all processors: as if somebody had undone its pin.
        TransferException exception = Assert.Throws<TransferException>(() => ProcessorPin.ThrowUnlessOn(0));
        Assert.Contains("although it was pinned to 0", exception.Message, StringComparison.Ordinal);
    }

    private static Payload Payload(TemporaryFolder folder)
    {
        string path = folder.File("payload");
        byte[] content = new byte[Length];
        new Random(7).NextBytes(content);
        File.WriteAllBytes(path, content);
        return new Payload(path, Length);
    }

    private static void SkipWithoutCongestionControls(Lie lie) => Assert.SkipUnless(
        lie != Lie.UndoesCongestionControl || (SocketTuning.AvailableCongestionControls().Contains("cubic")
            && SocketTuning.AvailableCongestionControls().Contains("reno")),
        "needs a kernel with cubic and reno");

    private static void SpinForThreeTimes(long ticks)
    {
        long end = Stopwatch.GetTimestamp() + (3 * ticks);
        SpinWait.SpinUntil(() => Stopwatch.GetTimestamp() > end);
    }

    /// <summary>As a launch does it: recorded transfers, the server's own count, and the proof.</summary>
    private static async Task MeasureAsync(TransferSession session, Action<long>? between = null)
    {
        var cost = new CostMeter(session);
        await cost.StartReceiverAsync(Cancellation);
        session.Recorder.IsRecording = true;
        cost.Resume();
        for (int i = 0; i < Transfers; i++)
        {
            long start = Stopwatch.GetTimestamp();
            Delivery delivery = await TransferSession.TransferOnceAsync(session.Strategy, session.Payload, Cancellation);
            long end = Stopwatch.GetTimestamp();
            session.Recorder.Record(start, delivery, end);
            between?.Invoke(end - start);
        }

        if (session.Strategy is LyingStrategy lying)
        {
            await lying.SettleAsync();
        }

        session.Recorder.IsRecording = false;
        cost.Pause();
        await cost.StopReceiverAsync(Cancellation);
        await ConnectionProof.ProveAsync(session, Cancellation);
    }

    private static Task<TransferSession> PrepareAsync(
        Payload payload,
        StrategyDescriptor strategy,
        Uri control,
        string? congestionControl = null,
        string transport = Transport.Tcp) => TransferSession.PrepareAsync(
        new SessionOptions
        {
            Strategy = strategy,
            Payload = payload,
            Sender = new SenderOptions
            {
                Transport = transport,
                NoDelay = true,
                Affinity = CpuAffinity.None,
                CongestionControl = congestionControl,
            },
            Server = control,
        },
        Cancellation);
}
