using System.Net;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Pipes;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What can go wrong with named pipes and with nothing else.</summary>
public sealed class PipeFaultTests(PayloadFolder folder)
{
    private const int Small = 30_000;
    private const int Large = 1_234_567;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan s_shortTimeout = TimeSpan.FromMilliseconds(100);

    public static TheoryData<string> Ids => StrategyCases.DeliveringIdsOver("pipe");

    public static TheoryData<string> ByReference =>
        StrategyCases.FramedIdsOf(descriptor => descriptor.SendsPages && descriptor.Transports[0] == Transport.Pipe);

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Connect_NobodyReads_ConnectFailedAfterTheTimeoutWithWhatToDo(string id)
    {
        SkipUnlessLinux();
        using var pipes = new FakeFifo();
        TransferException exception = await FailToConnectAsync(id, pipes.Endpoint);
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.StartsWith(
            $"cannot connect to {pipes.Endpoint}: no process reads from it; is the server running",
            exception.Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Connect_NoSuchPipe_ConnectFailed(string id)
    {
        SkipUnlessLinux();
        string missing = folder.Missing(1).Path;
        TransferException exception = await FailToConnectAsync(id, new FifoEndPoint(missing));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.StartsWith($"cannot connect to {missing}: No such file", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_AnotherSenderIsConnected_FailsUntilThatOneHasLeft()
    {
        SkipUnlessLinux();
        await using var receiver = new FifoReceiver("pipe-busy", new ServerOptions(), () => new Crc32CSink());
        var connection = new ConnectionOptions { Endpoint = new FifoEndPoint(receiver.Endpoint) };
        ITransferStrategy first = await Transfers.ConnectAsync("pipe-splice", connection);
        Assert.Equal(Small, (await Transfers.RunAsync(first, folder.Get(Small).Payload)).Bytes);
        Assert.Equal(TransferErrorKind.ConnectFailed, (await FailToConnectAsync("pipe-splice", connection.Endpoint)).Kind);
        await first.DisposeAsync();
        await using ITransferStrategy second = await Transfers.ConnectAsync("pipe-splice", connection);
        Assert.Equal(Small, (await Transfers.RunAsync(second, folder.Get(Small).Payload)).Bytes);
    }

    [Fact]
    public async Task Connect_TwoAtTheSameMoment_OneAfterTheOther()
    {
        const int Senders = 8;
        SkipUnlessLinux();
        await using var receiver = new FifoReceiver("pipe-many", new ServerOptions(), () => new Crc32CSink());
        var connection = new ConnectionOptions { Endpoint = new FifoEndPoint(receiver.Endpoint), Timeout = s_limit };
        TestPayload file = folder.Get(Large);
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(async _ =>
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync("pipe-splice", connection);
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal((Large, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
        })).WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(Senders, receiver.Stats.Frames);
        Assert.Empty(receiver.Stats.Errors);
    }

    /// <summary>What a sender leaves in its pipe when it goes in the middle of a frame is never taken for the next one's.</summary>
    [Fact]
    public async Task Connect_BehindSendersThatBreakOff_EveryFileArrives()
    {
        const int Files = 100;
        SkipUnlessLinux();
        await using var receiver = new FifoReceiver("pipe-left", new ServerOptions(), () => new Crc32CSink());
        var connection = new ConnectionOptions { Endpoint = new FifoEndPoint(receiver.Endpoint), Timeout = s_limit };
        TestPayload file = folder.Get(Small);
        using var done = new CancellationTokenSource();
        Task leaving = Task.Run(() =>
        {
            while (!done.IsCancellationRequested)
            {
                using PipeConnection left = PipeConnection.Connect(connection, capacity: null, CancellationToken.None);
                left.SendHeader(Large);
            }
        }, CancellationToken.None);
        for (int i = 0; i < Files; i++)
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync("pipe-splice", connection);
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload).WaitAsync(s_limit, TestContext.Current.CancellationToken);
            Assert.Equal((Small, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
        }

        await done.CancelAsync();
        await leaving.WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(Files, receiver.Stats.Frames);
    }

    [Fact]
    public async Task Connect_CancelledWhileWaiting_Throws()
    {
        SkipUnlessLinux();
        using var pipes = new FakeFifo();
        using var cancel = new CancellationTokenSource(s_shortTimeout);
        await using ITransferStrategy strategy = StrategyCatalog.Find("pipe-splice").Create(
            new ConnectionOptions { Endpoint = pipes.Endpoint });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Task.Run(() => strategy.ConnectAsync(cancel.Token).AsTask(), CancellationToken.None).WaitAsync(
                s_limit,
                CancellationToken.None));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_FileCutShortInTheMiddle_PayloadChanged(string id)
    {
        const int Cut = 1000;
        Payload payload = folder.Zeros(Large);
        using FileStream writer = new(payload.Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        TransferException exception = await Failing.AgainstAsync<TransferException>(id, payload, receiver =>
        {
            long length = receiver.ReadHeader();
            writer.SetLength(Cut);
            receiver.Discard(length);
            // A pipe of 1 MiB may have taken all of it before.
            receiver.Send("000000000012D6870000000000000000");
            receiver.Wait();
        });
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Large} to {Cut} bytes", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>The pipe holds pages of the file's cache: what is cut off is zeroed or gone although its count is right.</summary>
    [Theory]
    [MemberData(nameof(ByReference))]
    public async Task Transfer_FileCutShortBeforeTheAcknowledgement_PayloadChangedThoughAllWasConfirmed(string id)
    {
        Payload payload = folder.Zeros(Small);
        using FileStream writer = new(payload.Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        TransferException exception = await Failing.AgainstAsync<TransferException>(id, payload, receiver =>
        {
            long length = receiver.ReadHeader();
            receiver.Discard(length);
            writer.SetLength(0);
            receiver.Send("00000000000075300000000000000000");
            receiver.Wait();
        });
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Small} to 0 bytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_SystemCallsInterrupted_GoesOn(string id)
    {
        const int Chunk = 10_000;
        const int Signals = 200;
        SkipUnlessLinux();
        var sender = new TaskCompletionSource<nint>();
        using FakeReceiver receiver = FakeReceiver.For(id, receiver =>
        {
            nint thread = sender.Task.Result;
            // There is never room for the rest until the end, so it waits for room whenever a signal comes.
            for (long left = receiver.ReadHeader(); left > 0; left -= Math.Min(left, Chunk))
            {
                InterruptingSignal.Send(thread);
                receiver.Discard(Math.Min(left, Chunk));
            }

            for (int i = 0; i < Signals; i++)
            {
                InterruptingSignal.Send(thread);
                Thread.Yield();
            }

            receiver.Send("000000000012D6870000000000000000");
            receiver.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection);
        Assert.Equal(Large, (await InterruptingSignal.TransferAsync(strategy, folder.Get(Large).Payload, sender)).Bytes);
    }

    private static void SkipUnlessLinux() => Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are used on Linux only");

    private static Task<TransferException> FailToConnectAsync(string id, EndPoint endpoint) =>
        Assert.ThrowsAsync<TransferException>(
            () => Transfers.ConnectAsync(id, new ConnectionOptions { Endpoint = endpoint, Timeout = s_shortTimeout }));
}
