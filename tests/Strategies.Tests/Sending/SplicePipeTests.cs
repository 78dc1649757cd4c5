using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Tests.Faults;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;
using static FileTransfer.Strategies.Tests.Sending.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>Large files go through a pipe of 1 MiB, as far as they are in memory.</summary>
public sealed class SplicePipeTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Smallest = 384 << 10;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>A part that is a whole pipe, less, more, and one that does not begin with a page.</summary>
    [Theory]
    [InlineData("tcp-verify", 0, Smallest - 1, false)]
    [InlineData("tcp-verify", 0, Smallest, true)]
    [InlineData("tcp-verify", 0, 1 << 20, true)]
    [InlineData("tcp-verify", 0, (1 << 20) + 1, true)]
    [InlineData("tcp-verify", 1, 1 << 20, true)]
    [InlineData("tcp-verify", 12_345, 2_900_000, true)]
    [InlineData("unix-verify", 0, 1 << 20, false)]
    public async Task Send_PartInMemory_IsSplicedFrom384KiB(string kind, int offset, int length, bool isSpliced)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "splice(2) needs Linux");
        TestPayload file = folder.Get(3_000_000);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, Token);
        var crc = new Crc32C();
        crc.Append(content.AsSpan(offset, length));
        var expected = new Acknowledgement(length, crc.Value);
        SendMethod method = isSpliced && IsInMemory(file.Payload.Path, offset, length) ? SendMethod.Splice : SendMethod.SendFile;
        using Socket socket = Connect(receivers.Connection(kind).Endpoint);
        using var sender = new FileSender();

        // The second time over a pipe that was used.
        for (int i = 0; i < 2; i++)
        {
            SendResult result = sender.Send(socket, file.Payload.Path, Header(length), offset, length);
            Assert.Equal(expected, Answer(socket));
            Assert.Equal((method, (long)length), (result.Method, result.Bytes));
            result = await sender.SendAsync(socket, file.Payload.Path, Header(length), offset, length, Token);
            Assert.Equal(expected, Answer(socket));
            Assert.Equal((method, (long)length), (result.Method, result.Bytes));
        }
    }

    /// <summary>Nothing leaves before a pipe is full: what a disk has to be asked for is not put into one.</summary>
    [Fact]
    public async Task Send_FileNotInMemory_IsNotSpliced()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "splice(2) needs Linux");
        const int Size = 1_000_001;
        TestPayload file = folder.Get(Size);
        string path = file.Payload.Path;
        var expected = new Acknowledgement(Size, file.Crc32C);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        using var sender = new FileSender();
        PageCache.Drop(path);
        using (SafeFileHandle dropped = File.OpenHandle(path, access: FileAccess.ReadWrite))
        {
            Assert.SkipUnless(
                PageCache.CachedPages((int)dropped.DangerousGetHandle(), Size) == 0,
                "the file system of the test's folder keeps its files in memory");
        }

        SendResult result = sender.Send(socket, path, Header(Size));
        Assert.Equal(expected, Answer(socket));
        Assert.Equal(SendMethod.SendFile, result.Method);

        _ = await File.ReadAllBytesAsync(path, Token);
        SendMethod method = IsInMemory(path, 0, Size) ? SendMethod.Splice : SendMethod.SendFile;
        Assert.Equal(method, sender.Send(socket, path, Header(Size)).Method);
        Assert.Equal(expected, Answer(socket));
    }

    /// <summary>What is left in a pipe when a connection is lost is not sent over the next one.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_AfterAConnectionThatWasLost_SendsTheNextFileOnly(bool isAsync)
    {
        const int Large = 30_000_000;
        const int Next = 1 << 20;
        string path = folder.Zeros(Large).Path;
        TestPayload next = folder.Get(Next);
        using var sender = new FileSender();
        using (var receiver = new FakeReceiver(receiver => receiver.ReadHeader()))
        {
            using Socket lost = Connect(receiver.Connection.Endpoint);
            FileSendException exception = await Assert.ThrowsAsync<FileSendException>(() => Task.Run(
                async () => _ = isAsync
                    ? await sender.SendAsync(lost, path, Header(Large), cancellationToken: Token)
                    : sender.Send(lost, path, Header(Large)),
                Token));
            Assert.InRange(exception.BytesSent, 1, Large - 1);
        }

        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        SendResult result = isAsync
            ? await sender.SendAsync(socket, next.Payload.Path, Header(Next), cancellationToken: Token)
            : sender.Send(socket, next.Payload.Path, Header(Next));
        Assert.Equal(new Acknowledgement(Next, next.Crc32C), Answer(socket));
        Assert.Equal(Next, result.Bytes);
    }

    private static bool IsInMemory(string path, long offset, long count)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        return SplicePipe.IsInMemory((int)file.DangerousGetHandle(), offset, count);
    }
}
