using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What strategies make of a file that is cut short under their hands.</summary>
public sealed class TruncationTests(LiveReceivers receivers, PayloadFolder folder)
{
    /// <summary>More than the buffers of a connection hold, and 974 bytes into its last page.</summary>
    private const int Size = 6_345_678;
    private const int ReadBefore = 100_000;
    private static readonly int[] s_onDisk = Exhaustive.Or<int[]>([Size - 1, Size / 2], [Size - 1, Size - 334, Size / 2, 0]);

    public static TheoryData<string, int> Cases => With(_ => true);

    /// <summary>Those that look at the length before the frame begins, a kept file's too.</summary>
    public static TheoryData<string, int> Careful => With(descriptor => descriptor.WhenFileGrew == GrownFile.Refused);

    /// <summary>Those that send the pages of the file themselves.</summary>
    public static TheoryData<string> ByReference =>
        StrategyCases.FramedIdsOf(descriptor => descriptor.SendsPages && descriptor.Transports[0] != Transport.Pipe);

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_TruncatedWhileTheReceiverStalls_PayloadChanged(string id, int onDisk)
    {
        Payload payload = folder.Zeros(Size);
        using var receiver = FakeReceiver.For(id, receiver =>
        {
            receiver.ReadHeader();
            receiver.Discard(ReadBefore);
            Truncate(payload, onDisk);
            receiver.Discard(Size - ReadBefore);
            receiver.Send(Size.ToString("X16", CultureInfo.InvariantCulture) + "0000000000000000");
            receiver.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection.Watchful());
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        Assert.True(exception.Kind == TransferErrorKind.PayloadChanged, exception.ToString());
        Assert.Contains($"shrank from {Size} to {onDisk} bytes", exception.Message, StringComparison.Ordinal);
        if (onDisk <= Size / 2)
        {
            TransferException next = await Assert.ThrowsAsync<TransferException>(
                () => Transfers.RunAsync(strategy, folder.Get(4096).Payload));
            Assert.Equal(TransferErrorKind.OutOfStep, next.Kind);
        }
    }

    /// <summary>The socket holds pages of the file's cache: what is cut off within one arrives as zeros, and its count is right.</summary>
    [Theory]
    [MemberData(nameof(ByReference))]
    public async Task Transfer_TruncatedBeforeTheReceiverReadIt_PayloadChangedThoughAllWasConfirmed(string id)
    {
        const int Small = 30_000;
        Payload payload = folder.Zeros(Small);
        TransferException exception = await Failing.AgainstAsync<TransferException>(id, payload, receiver =>
        {
            receiver.ReadHeader();
            receiver.Discard(Small - 1);
            Truncate(payload, Small - 1000);
            receiver.Discard(1);
            receiver.Send("00000000000075300000000000000000");
            receiver.Wait();
        });
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Small} to {Small - 1000} bytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Careful))]
    public async Task Transfer_TruncatedSinceTheLastOne_PayloadChangedAndTheFileLetGo(string id, int onDisk)
    {
        // Of its own: a file of the same name may still be held open by what another test left to the garbage collector.
        Payload payload = folder.Zeros(Size);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
        Assert.Equal(Size, (await Transfers.RunAsync(strategy, payload)).Bytes);
        Truncate(payload, onDisk);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Size} to {onDisk} bytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal(0, OpenDescriptors.CountOf(payload.Path));
        Assert.Equal(0, Mappings.Of(payload.Path));
        // Found out before the frame began, so that the connection is as good as before.
        Assert.Equal(4096, (await Transfers.RunAsync(strategy, folder.Get(4096).Payload)).Bytes);
    }

    private static TheoryData<string, int> With(Func<StrategyDescriptor, bool> belongs) =>
        [.. StrategyCases.Framed
            .Where(descriptor => descriptor.Transports[0] is Transport.Tcp or Transport.Tls && belongs(descriptor))
            .SelectMany(descriptor => s_onDisk.Select(onDisk => (descriptor.Id, onDisk)))];

    private static void Truncate(Payload payload, int length)
    {
        using FileStream file = File.Open(payload.Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        file.SetLength(length);
    }
}
