using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;
using static FileTransfer.Strategies.Tests.Sending.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>What the package sends: whole files and parts, by path, handle and stream, by every method.</summary>
public sealed partial class FileSenderTests(LiveReceivers receivers, PayloadFolder folder)
{
    [Theory]
    [InlineData(AddressFamily.InterNetwork, 0, SendMethod.ReadAndSend)]
    [InlineData(AddressFamily.InterNetwork, 16 << 10, SendMethod.ReadAndSend)]
    [InlineData(AddressFamily.InterNetwork, (16 << 10) + 1, SendMethod.SendFile)]
    [InlineData(AddressFamily.InterNetworkV6, 5L << 30, SendMethod.SendFile)]
    [InlineData(AddressFamily.Unix, 4 << 10, SendMethod.ReadAndSend)]
    [InlineData(AddressFamily.Unix, (4 << 10) + 1, SendMethod.SendFile)]
    [InlineData(AddressFamily.Unix, 1 << 20, SendMethod.SendFile)]
    public void MethodFor_BySizeAndTransport_IsTheRule(AddressFamily family, long length, SendMethod onLinux)
    {
        SendMethod here = OperatingSystem.IsLinux() || onLinux == SendMethod.ReadAndSend ? onLinux : SendMethod.SocketSendFile;
        Assert.Equal(here, FileSender.MethodFor(length, family));
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

    /// <summary>A socket that takes little at a time makes an asynchronous send wait for room, many times.</summary>
    [Theory]
    [InlineData("tcp-verify", 0, false)]
    [InlineData("tcp-verify", 1000, false)]
    [InlineData("tcp-verify", 16 << 10, true)]
    [InlineData("tcp-verify", 50_000, true)]
    [InlineData("tcp-verify", 3_000_000, false)]
    [InlineData("tcp-verify", 3_000_000, true)]
    [InlineData("unix-verify", 1000, false)]
    [InlineData("unix-verify", 3_000_000, false)]
    [InlineData("unix-verify", 3_000_000, true)]
    public async Task SendAsync_AnyLength_DeliversEveryByteAndSaysHow(string kind, int size, bool hasLittleRoom)
    {
        TestPayload file = folder.Get(size);
        using Socket socket = Connect(receivers.Connection(kind).Endpoint);
        if (hasLittleRoom)
        {
            socket.SendBufferSize = 8192;
        }

        using var sender = new FileSender();
        for (int i = 0; i < 3; i++)
        {
            SendResult result = await sender.SendAsync(
                socket,
                file.Payload.Path,
                Header(size),
                cancellationToken: TestContext.Current.CancellationToken);
            Assert.Equal(new Acknowledgement(size, file.Crc32C), Answer(socket));
            Assert.Equal((size, size), (result.Bytes, result.FileLength));
            Assert.InRange(result.Calls, 1, int.MaxValue);
            if (OperatingSystem.IsLinux())
            {
                // What is in memory takes the place of the rule's: SplicePipeTests.
                SendMethod method = result.Method == SendMethod.Splice ? SendMethod.SendFile : result.Method;
                Assert.Equal(FileSender.MethodFor(size, socket.AddressFamily), method);
            }
        }
    }

    [Theory]
    [InlineData(0, 1000)]
    [InlineData(1, 999)]
    [InlineData(4096, 20_000)]
    [InlineData(12_345, 100_000)]
    [InlineData(65_537, 2_000_000)]
    [InlineData(3_000_000, 0)]
    [InlineData(2_999_999, 1)]
    public async Task Send_APart_DeliversExactlyThat(int offset, int length)
    {
        TestPayload file = folder.Get(3_000_000);
        var crc = new Crc32C();
        crc.Append((await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken)).AsSpan(offset, length));
        var expected = new Acknowledgement(length, crc.Value);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        using var sender = new FileSender();
        using SafeFileHandle handle = File.OpenHandle(file.Payload.Path);
        await using FileStream stream = File.OpenRead(file.Payload.Path);
        CancellationToken cancellationToken = TestContext.Current.CancellationToken;

        Assert.Equal(length, sender.Send(socket, file.Payload.Path, Header(length), offset, length).Bytes);
        Assert.Equal(expected, Answer(socket));
        Assert.Equal(length, sender.Send(socket, handle, Header(length), offset, length).Bytes);
        Assert.Equal(expected, Answer(socket));
        stream.Position = offset;
        Assert.Equal(length, sender.Send(socket, stream, Header(length), length).Bytes);
        Assert.Equal(expected, Answer(socket));
        Assert.Equal(offset + length, stream.Position);
        await sender.SendAsync(socket, file.Payload.Path, Header(length), offset, length, cancellationToken);
        Assert.Equal(expected, Answer(socket));
        await sender.SendAsync(socket, handle, Header(length), offset, length, cancellationToken);
        Assert.Equal(expected, Answer(socket));
        stream.Position = offset;
        SendResult result = await sender.SendAsync(socket, stream, Header(length), length, cancellationToken);
        Assert.Equal(expected, Answer(socket));
        Assert.Equal((length, 3_000_000L), (result.Bytes, result.FileLength));
        Assert.Equal(offset + length, stream.Position);
    }

    /// <summary>A sparse file: nothing of it is on the disk, and every byte is sent.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_PartBehindTwoGigabytes_DeliversExactlyThat(bool isAsync)
    {
        const long Offset = (5L << 30) + 1;
        const int Length = 200_000;
        Payload file = folder.Zeros(0);
        using (FileStream stream = File.OpenWrite(file.Path))
        {
            stream.Position = Offset;
            stream.Write(await File.ReadAllBytesAsync(folder.Get(Length).Payload.Path, TestContext.Current.CancellationToken));
        }

        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        using var sender = new FileSender();
        SendResult result = isAsync
            ? await sender.SendAsync(socket, file.Path, Header(Length), Offset, cancellationToken: TestContext.Current.CancellationToken)
            : sender.Send(socket, file.Path, Header(Length), Offset);
        Assert.Equal(new Acknowledgement(Length, folder.Get(Length).Crc32C), Answer(socket));
        Assert.Equal(Offset + Length, result.FileLength);
    }

    [Fact]
    public async Task CopyToAsync_FileToSocket_IsSentByTheKernel()
    {
        TestPayload file = folder.Get(300_000);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        await using var network = new NetworkStream(socket);
        await using FileStream stream = File.OpenRead(file.Payload.Path);
        using var sender = new FileSender();
        socket.Send(Header(300_000));
        SendResult result = await sender.CopyToAsync(stream, network, TestContext.Current.CancellationToken);
        Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Answer(socket));
        Assert.NotEqual(SendMethod.StreamCopy, result.Method);
        Assert.Equal(300_000, result.Bytes);
        Assert.Equal(300_000, stream.Position);
    }

    /// <summary>What is behind a derived stream, such as encryption, must not be passed by.</summary>
    [Fact]
    public async Task CopyToAsync_OtherStreams_IsCopied()
    {
        TestPayload file = folder.Get(300_000);
        await using FileStream stream = File.OpenRead(file.Payload.Path);
        using var copy = new MemoryStream();
        stream.Position = 100;
        using var sender = new FileSender();
        SendResult result = await sender.CopyToAsync(stream, copy, TestContext.Current.CancellationToken);
        Assert.Equal(new SendResult(SendMethod.StreamCopy, 299_900, Calls: 0, 300_000), result);
        Assert.Equal(
            (await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken)).AsSpan(100),
            copy.ToArray().AsSpan());
    }

    /// <summary>A socket that takes little at a time, and on a non-blocking descriptor says so, makes every send a short one.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Send_FileThatSendFileRefuses_IsReadInstead(bool sendsAreShort, bool isAsync)
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

        using var sender = new FileSender();
        SendResult result = isAsync
            ? await sender.SendAsync(socket, handle, Header(Size), cancellationToken: TestContext.Current.CancellationToken)
            : sender.Send(socket, $"/proc/self/fd/{descriptor}", Header(Size));

        var zeros = default(Crc32C);
        zeros.Append(new byte[Size]);
        Assert.Equal(new Acknowledgement(Size, zeros.Value), Answer(socket));
        Assert.Equal(SendMethod.ReadAndSend, result.Method);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(16 << 10)]
    [InlineData((16 << 10) + 1)]
    [InlineData(3_000_000)]
    public async Task SendPortably_AnyLength_DeliversEveryByte(int size)
    {
        TestPayload file = folder.Get(size);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        var expected = new Acknowledgement(size, file.Crc32C);
        using var sender = new FileSender();
        using SafeFileHandle handle = File.OpenHandle(file.Payload.Path);
        byte[] head = Header(size);
        CancellationToken token = TestContext.Current.CancellationToken;

        SendResult byPath = FileSender.SendPortably(socket, file.Payload.Path, head, 0, null);
        Assert.Equal(expected, Answer(socket));
        Assert.Equal(size > FileSender.LargestCoalesced ? SendMethod.SocketSendFile : SendMethod.ReadAndSend, byPath.Method);
        SendResult byHandle = FileSender.SendPortably(socket, handle, "file", head, 0, null);
        Assert.Equal(expected, Answer(socket));
        Assert.Equal(SendMethod.ReadAndSend, byHandle.Method);
        Assert.Equal(size, (await FileSender.SendPortablyAsync(socket, file.Payload.Path, head, 0, null, token)).Bytes);
        Assert.Equal(expected, Answer(socket));
        Assert.Equal(size, (await FileSender.SendPortablyAsync(socket, handle, "file", head, 0, size, token)).Bytes);
        Assert.Equal(expected, Answer(socket));
    }

    /// <summary>One instance for many connections at a time.</summary>
    [Fact]
    public async Task Send_ManyConnectionsAtOnce_DeliversEveryByte()
    {
        using var sender = new FileSender();
        await Task.WhenAll(Enumerable.Range(0, 16).Select(number => Task.Run(async () =>
        {
            int size = 1000 + (number * 40_000);
            TestPayload file = folder.Get(size);
            using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
            for (int i = 0; i < 20; i++)
            {
                _ = number % 2 == 0
                    ? sender.Send(socket, file.Payload.Path, Header(size))
                    : await sender.SendAsync(socket, file.Payload.Path, Header(size));
                Assert.Equal(new Acknowledgement(size, file.Crc32C), Answer(socket));
            }
        })));
    }

    [LibraryImport("libc", EntryPoint = "memfd_create", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int CreateInMemory(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "ftruncate")]
    private static partial int Truncate(int file, long length);
}
