using System.Globalization;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What strategies that let the kernel read the file make of one that is cut short under their hands.</summary>
public sealed class TruncationTests(LiveReceivers receivers, PayloadFolder folder)
{
    /// <summary>More than the buffers of a connection hold, and 334 bytes into its last page.</summary>
    private const int Size = 12_345_678;
    private const int ReadBefore = 100_000;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);
    private static readonly int[] s_onDisk = [Size - 1, Size - 334, Size / 2, 0];

    public static TheoryData<string, int> Cases => [.. StrategyCases.Delivering
        .Where(descriptor => descriptor.Implementation == typeof(NativeSendFile)
            || descriptor.Implementation == typeof(Splice)
            || descriptor.Implementation == typeof(Mapped)
            || descriptor.Implementation == typeof(ZeroCopy))
        .SelectMany(descriptor => s_onDisk.Select(onDisk => (descriptor.Id, onDisk)))];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_TruncatedWhileTheReceiverStalls_PayloadChanged(string id, int onDisk)
    {
        Payload payload = folder.Lying(Size, Size).Payload;
        IReadOnlyList<string> before = OpenDescriptors.Now();
        using (var isStalled = new ManualResetEventSlim())
        using (var isTruncated = new ManualResetEventSlim())
        using (var receiver = new FakeReceiver(receiver =>
        {
            receiver.ReadHeader();
            receiver.Discard(ReadBefore);
            isStalled.Set();
            isTruncated.Wait(s_limit, CancellationToken.None);
            receiver.Discard(Size - ReadBefore);
            receiver.Send(Size.ToString("X16", CultureInfo.InvariantCulture) + "0000000000000000");
            receiver.Wait();
        }))
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection);
            Task<Delivery> transfer = Transfers.RunAsync(strategy, payload);
            Assert.True(isStalled.Wait(s_limit, TestContext.Current.CancellationToken));
            Truncate(payload, onDisk);
            isTruncated.Set();
            TransferException exception = await Assert.ThrowsAsync<TransferException>(() => transfer);
            Assert.True(exception.Kind == TransferErrorKind.PayloadChanged, exception.ToString());
            Assert.Contains($"shrank from {Size} to ", exception.Message, StringComparison.Ordinal);
            if (onDisk <= Size / 2)
            {
                TransferException next = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, folder.Get(4096).Payload));
                Assert.Equal(TransferErrorKind.OutOfStep, next.Kind);
            }
        }

        OpenDescriptors.AssertNothingLeft(before);
        Assert.Equal(0, Mappings.Of(payload.Path));
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_TruncatedSinceTheLastOne_PayloadChangedAndTheFileLetGo(string id, int onDisk)
    {
        Payload payload = folder.Lying(Size, Size).Payload;
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection("tcp"));
        Assert.Equal(Size, (await Transfers.RunAsync(strategy, payload)).Bytes);
        Truncate(payload, onDisk);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Size} to {onDisk} bytes", exception.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(payload.Path, OpenDescriptors.Now());
        Assert.Equal(0, Mappings.Of(payload.Path));
        // Found out before the frame began, so that the connection is as good as before.
        Assert.Equal(4096, (await Transfers.RunAsync(strategy, folder.Get(4096).Payload)).Bytes);
    }

    private static void Truncate(Payload payload, int length)
    {
        using FileStream file = File.Open(payload.Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        file.SetLength(length);
    }
}
