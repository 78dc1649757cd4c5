using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;
using static FileTransfer.Strategies.Tests.Sending.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>Files and arguments that cannot be sent, or not to their end: what is thrown, and how many bytes had left.</summary>
public sealed partial class FileSenderFaultTests(LiveReceivers receivers, PayloadFolder folder)
{
    /// <summary>More than the buffers of a connection hold.</summary>
    private const int Large = 30_000_000;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1000, 0, 1001L)]
    [InlineData(1000, 1001, null)]
    [InlineData(50_000, 1, 50_000L)]
    [InlineData(100_000, 99_999, 2L)]
    [InlineData(100_000, long.MaxValue, 1L)]
    [InlineData(100_000, 1, long.MaxValue)]
    public async Task Send_APartThatIsNotThere_SendsNothing(int size, long offset, long? length)
    {
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        using var sender = new FileSender();
        string path = folder.Get(size).Payload.Path;
        FileSendException[] exceptions =
        [
            Assert.Throws<FileSendException>(() => sender.Send(socket, path, Header(size), offset, length)),
            await Assert.ThrowsAsync<FileSendException>(() => sender.SendAsync(socket, path, Header(size), offset, length, Token).AsTask()),
            Assert.Throws<FileSendException>(() => FileSender.SendPortably(socket, path, Header(size), offset, length)),
        ];
        Assert.All(exceptions, exception =>
        {
            Assert.Equal(0, exception.BytesSent);
            Assert.Contains($"has {size} bytes", exception.Message, StringComparison.Ordinal);
        });

        // The same connection still works: not even the head has left.
        TestPayload next = folder.Get(4096);
        Assert.Equal(new Acknowledgement(4096, next.Crc32C), Send(socket, next.Payload.Path, 4096));
    }

    [Theory]
    [InlineData("tcp", "send")]
    [InlineData("tcp", "async")]
    [InlineData("tcp", "portable")]
    [InlineData("unix", "send")]
    [InlineData("unix", "async")]
    public async Task Send_FileCutShortMeanwhile_SaysHowManyBytesHadLeft(string transport, string how)
    {
        const int Left = 1_000_000;
        string path = folder.Zeros(Large).Path;
        using var receiver = new FakeReceiver(receiver =>
        {
            receiver.ReadHeader();
            using (FileStream file = File.Open(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
            {
                file.SetLength(Left);
            }

            receiver.Discard(Large);
        }, transport);
        using Socket socket = Connect(receiver.Connection.Endpoint);
        using var sender = new FileSender();
        FileSendException exception = await Assert.ThrowsAsync<FileSendException>(() => Task.Run(async () => _ = how switch
        {
            "send" => sender.Send(socket, path, Header(Large)),
            "async" => await sender.SendAsync(socket, path, Header(Large), cancellationToken: Token),
            _ => FileSender.SendPortably(socket, path, Header(Large), 0, null),
        }, Token));
        Assert.Null(exception.SocketError);
        Assert.InRange(exception.BytesSent, 1, Large - 1);
        Assert.Contains("while it was sent", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>A file that grows is sent to the length that it had.</summary>
    [Fact]
    public async Task Send_FileThatGrows_IsSentToItsFirstLength()
    {
        Payload file = folder.Zeros(3_000_000);
        using var stop = new CancellationTokenSource();
        Task growing = Task.Run(async () =>
        {
            await using FileStream stream = File.Open(file.Path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite);
            while (!stop.IsCancellationRequested)
            {
                stream.Write(new byte[100]);
                stream.Flush();
                await Task.Delay(1, CancellationToken.None);
            }
        }, Token);
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        using var sender = new FileSender();
        for (int i = 0; i < 20; i++)
        {
            using SafeFileHandle handle = File.OpenHandle(file.Path, share: FileShare.ReadWrite);
            long length = RandomAccess.GetLength(handle);
            SendResult result = sender.Send(socket, handle, Header(length), 0, length);
            Assert.Equal(length, Answer(socket).Status);
            Assert.InRange(result.FileLength, length, long.MaxValue);
        }

        await stop.CancelAsync();
        await growing;
    }

    /// <summary>An open file stays what it is when its name is given to another.</summary>
    [Fact]
    public void Send_FileReplacedAfterItWasOpened_IsTheOneThatWasOpened()
    {
        TestPayload before = folder.Named($"replaced-{Guid.NewGuid():N}");
        using SafeFileHandle handle = File.OpenHandle(before.Payload.Path, share: FileShare.ReadWrite | FileShare.Delete);
        File.Move(folder.Zeros(100).Path, before.Payload.Path, overwrite: true);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        using var sender = new FileSender();
        sender.Send(socket, handle, Header(before.Payload.Length));
        Assert.Equal(new Acknowledgement(before.Payload.Length, before.Crc32C), Answer(socket));
        Assert.Equal(100, sender.Send(socket, before.Payload.Path, Header(100)).Bytes);
    }

    [Theory]
    [InlineData("directory", "a directory")]
    [InlineData("pipe", "a pipe")]
    [InlineData("device", "a device")]
    public async Task Send_WhatIsNoFile_SendsNothing(string what, string named)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "mkfifo(3) and /dev/zero need Linux");
        string path = what switch
        {
            "directory" => Path.GetDirectoryName(folder.Get(10).Payload.Path)!,
            "device" => "/dev/zero",
            _ => Path.Combine(Path.GetDirectoryName(folder.Get(10).Payload.Path)!, $"pipe-{Guid.NewGuid():N}"),
        };
        if (what == "pipe")
        {
            Assert.Equal(0, MakePipe(path, 0x180));
        }

        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        using var sender = new FileSender();
        FileSendException[] exceptions =
        [
            Assert.Throws<FileSendException>(() => sender.Send(socket, path, Header(10))),
            Assert.Throws<FileSendException>(() => sender.Send(socket, path, Header(100_000), 0, 100_000)),
            await Assert.ThrowsAsync<FileSendException>(
                () => sender.SendAsync(socket, path, Header(10), cancellationToken: Token).AsTask()),
        ];
        Assert.All(exceptions, exception =>
        {
            Assert.Equal(0, exception.BytesSent);
            Assert.Contains(path, exception.Message, StringComparison.Ordinal);
            Assert.Contains(named, exception.Message, StringComparison.Ordinal);
        });
        if (what == "device")
        {
            await using FileStream stream = File.OpenRead(path);
            Assert.Throws<FileSendException>(() => sender.Send(socket, stream, Header(10)));
        }

        TestPayload next = folder.Get(4096);
        Assert.Equal(new Acknowledgement(4096, next.Crc32C), Send(socket, next.Payload.Path, 4096));
    }

    [Fact]
    public async Task Send_NoSuchFile_SaysWhich()
    {
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        using var sender = new FileSender();
        string path = folder.Missing(10).Path;
        Assert.Contains(path, Assert.Throws<FileNotFoundException>(() => sender.Send(socket, path)).Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<FileNotFoundException>(() => sender.SendAsync(socket, path, cancellationToken: Token).AsTask());
        Assert.Throws<FileNotFoundException>(() => FileSender.SendPortably(socket, path, [], 0, null));
    }

    [Fact]
    public void Send_BadArguments_AreRefused()
    {
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        using var sender = new FileSender();
        string path = folder.Get(10).Payload.Path;
        Assert.Contains(
            "70000",
            Assert.Throws<ArgumentException>(() => sender.Send(socket, path, new byte[70_000])).Message,
            StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>(() => sender.Send(socket, path, [], offset: -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => sender.Send(socket, path, [], 0, length: -1));
        Assert.Throws<ArgumentException>(() => sender.Send(socket, ""));
        sender.Dispose();
        Assert.Throws<ObjectDisposedException>(() => sender.Send(socket, path));
    }

    [LibraryImport("libc", EntryPoint = "mkfifo", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MakePipe(string path, uint mode);
}
