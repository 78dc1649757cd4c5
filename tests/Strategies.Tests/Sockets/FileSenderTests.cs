using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Tests.Faults;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;
using static FileTransfer.Strategies.Tests.Sockets.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sockets;

/// <summary>The class that is meant to be copied, called as a program would: on its own connected socket.</summary>
public sealed partial class FileSenderTests(LiveReceivers receivers, PayloadFolder folder)
{
    [Theory]
    [InlineData(AddressFamily.InterNetwork, 0, FileSender.Method.Coalesced)]
    [InlineData(AddressFamily.InterNetwork, 16 << 10, FileSender.Method.Coalesced)]
    [InlineData(AddressFamily.InterNetwork, (16 << 10) + 1, FileSender.Method.NativeSendFile)]
    [InlineData(AddressFamily.InterNetwork, 64 << 10, FileSender.Method.NativeSendFile)]
    [InlineData(AddressFamily.InterNetwork, (64 << 10) + 1, FileSender.Method.Splice)]
    [InlineData(AddressFamily.InterNetworkV6, 5L << 30, FileSender.Method.Splice)]
    [InlineData(AddressFamily.Unix, 4 << 10, FileSender.Method.Coalesced)]
    [InlineData(AddressFamily.Unix, (4 << 10) + 1, FileSender.Method.NativeSendFile)]
    [InlineData(AddressFamily.Unix, 1 << 20, FileSender.Method.NativeSendFile)]
    public void Choose_BySizeAndTransport_IsTheRule(AddressFamily family, long length, FileSender.Method onLinux)
    {
        FileSender.Method here = OperatingSystem.IsLinux() || onLinux == FileSender.Method.Coalesced
            ? onLinux
            : FileSender.Method.SocketSendFile;
        Assert.Equal(here, FileSender.Choose(length, family));
        Assert.Equal(FileSender.Method.Coalesced, FileSender.Choose(length, family, canBeMapped: false));
    }

    [Theory]
    [InlineData("tcp-verify", 0)]
    [InlineData("tcp-verify", 1000)]
    [InlineData("tcp-verify", 50_000)]
    [InlineData("tcp-verify", 100_000)]
    [InlineData("tcp-verify", 3_000_000)]
    [InlineData("unix-verify", 1000)]
    [InlineData("unix-verify", 3_000_000)]
    public void Send_SocketThatWasUsedAsynchronously_DeliversEveryByte(string kind, int size)
    {
        TestPayload file = folder.Get(size);
        using Socket socket = Connect(receivers.Connection(kind).Endpoint);
        MakeNonBlocking(socket);

        Assert.Equal(new Acknowledgement(size, file.Crc32C), Send(socket, file.Payload.Path, size));
    }

    /// <summary>A socket that takes little at a time, and on a non-blocking descriptor says so, makes every send a short one.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Send_FileThatSendFileRefuses_IsReadInstead(bool sendsAreShort)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "memfd_create(2) needs Linux");
        const uint HugePages = 4;
        const int Size = 2 << 20;
        int descriptor = CreateInMemory("no-sendfile", HugePages);
        Assert.SkipWhen(descriptor < 0, "this kernel has no files of huge pages");
        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        Assert.Equal(0, Truncate(descriptor, Size));
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        if (sendsAreShort)
        {
            socket.SendBufferSize = 8192;
            MakeNonBlocking(socket);
        }

        Acknowledgement acknowledgement = Send(socket, $"/proc/self/fd/{descriptor}", Size);

        var zeros = default(Crc32C);
        zeros.Append(new byte[Size]);
        Assert.Equal(new Acknowledgement(Size, zeros.Value), acknowledgement);
    }

    [Theory]
    [InlineData(1000, 999)]
    [InlineData(1000, 1001)]
    [InlineData(50_000, 49_999)]
    [InlineData(50_000, 50_001)]
    [InlineData(100_000, 99_999)]
    [InlineData(100_000, 100_001)]
    public void Send_AnotherLength_ThrowsBeforeAnythingIsSent(int size, int announced)
    {
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        IOException exception = Assert.Throws<IOException>(() => Send(socket, folder.Get(size).Payload.Path, announced));
        Assert.Contains($"has {size} bytes where {announced} were announced", exception.Message, StringComparison.Ordinal);

        // The same connection still works: not even the head has left.
        TestPayload next = folder.Get(4096);
        Assert.Equal(new Acknowledgement(4096, next.Crc32C), Send(socket, next.Payload.Path, 4096));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(16 << 10)]
    [InlineData((16 << 10) + 1)]
    [InlineData(3_000_000)]
    public void SendPortably_AnyLength_DeliversEveryByte(int size)
    {
        TestPayload file = folder.Get(size);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        Assert.Equal(
            new Acknowledgement(size, file.Crc32C),
            Send(socket, header => new FileSender().SendPortably(socket, header, file.Payload.Path, size), size));
    }

    [Theory]
    [InlineData("tcp", false)]
    [InlineData("tcp", true)]
    [InlineData("unix", false)]
    public async Task Send_FileCutShortMeanwhile_Throws(string transport, bool isPortable)
    {
        // More than the buffers of a connection hold.
        const int Size = 30_000_000;
        const int Left = 1_000_000;
        string path = folder.Zeros(Size).Path;
        using var receiver = new FakeReceiver(receiver =>
        {
            receiver.ReadHeader();
            using (FileStream file = File.Open(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
            {
                file.SetLength(Left);
            }

            receiver.Discard(Size);
        }, transport);
        using Socket socket = Connect(receiver.Connection.Endpoint);
        using var sender = new FileSender();
        byte[] header = new byte[FrameHeader.Size];
        IOException exception = await Assert.ThrowsAsync<IOException>(() => Task.Run(() =>
        {
            if (isPortable)
            {
                sender.SendPortably(socket, header, path, Size);
            }
            else
            {
                sender.Send(socket, header, path, Size);
            }
        }, TestContext.Current.CancellationToken));
        Assert.Contains($"has {Left} bytes where {Size} were announced", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Send_Directory_SaysSo()
    {
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        string path = Path.GetDirectoryName(folder.Get(10).Payload.Path)!;
        Exception exception = Assert.ThrowsAny<Exception>(() => Send(socket, path, 10));
        Assert.True(exception is IOException or UnauthorizedAccessException, exception.ToString());
        Assert.Contains(path, exception.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("bytes", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Send_NoSuchFile_SaysWhich()
    {
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        string path = folder.Missing(10).Path;
        FileNotFoundException exception = Assert.Throws<FileNotFoundException>(() => Send(socket, path, 10));
        Assert.Contains(path, exception.Message, StringComparison.Ordinal);
    }

    /// <summary>What fits into the socket's buffers is taken, read or not: only an acknowledgement proves a delivery.</summary>
    [Fact]
    public async Task Send_SmallFileToAReceiverThatDoesNotRead_IsTaken()
    {
        const int Size = 1000;
        TestPayload file = folder.Get(Size);
        using var isSent = new ManualResetEventSlim();
        var received = new TaskCompletionSource<long>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var receiver = new FakeReceiver(receiver =>
        {
            isSent.Wait(Limit);
            received.SetResult(receiver.ReadFrame());
        });
        using Socket socket = Connect(receiver.Connection.Endpoint);
        using var sender = new FileSender();
        byte[] header = new byte[FrameHeader.Size];
        FrameHeader.Write(header, Size);
        sender.Send(socket, header, file.Payload.Path, Size);
        isSent.Set();
        Assert.Equal(Size, await received.Task.WaitAsync(TimeSpan.FromMilliseconds(Limit), TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("tcp", 30_000_000)]
    [InlineData("unix", 30_000_000)]
    public void Send_ReceiverThatDoesNotRead_TimesOut(string transport, int size)
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait(), transport);
        using Socket socket = Connect(receiver.Connection.Endpoint);
        socket.SendTimeout = 200;
        using var sender = new FileSender();
        byte[] header = new byte[FrameHeader.Size];
        string path = folder.Zeros(size).Path;
        SocketException exception = Assert.Throws<SocketException>(() => sender.Send(socket, header, path, size));
        Assert.Equal(SocketError.TimedOut, exception.SocketErrorCode);
    }

    [Fact]
    public void Send_HeadTooLong_IsRefused()
    {
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        ArgumentException exception = Assert.Throws<ArgumentException>(
            () => new FileSender().Send(socket, new byte[70_000], folder.Get(10).Payload.Path, 10));
        Assert.Contains("70000", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Any asynchronous operation makes the descriptor non-blocking for good: whoever sends then meets EAGAIN.</summary>
    private static void MakeNonBlocking(Socket socket)
    {
        // Cancelled only then: with a token that is cancelled already, the receive would not begin.
        using var cancelled = new CancellationTokenSource();
        Task<int> receive = socket.ReceiveAsync(new byte[1], cancelled.Token).AsTask();
        cancelled.Cancel();
        Assert.ThrowsAny<OperationCanceledException>(() => receive.GetAwaiter().GetResult());
    }

    [LibraryImport("libc", EntryPoint = "memfd_create", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int CreateInMemory(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "ftruncate")]
    private static partial int Truncate(int file, long length);
}
