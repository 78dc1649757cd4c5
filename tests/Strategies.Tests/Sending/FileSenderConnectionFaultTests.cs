using System.Net;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Tests.Faults;
using FileTransfer.Strategies.Wire;
using static FileTransfer.Strategies.Tests.Sending.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>Sockets over which nothing can be sent, or not to the end: what is thrown, and how many bytes had left.</summary>
public sealed class FileSenderConnectionFaultTests(LiveReceivers receivers, PayloadFolder folder)
{
    /// <summary>More than the buffers of a connection hold.</summary>
    private const int Large = 30_000_000;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Send_DatagramSocket_IsRefused()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Connect(IPAddress.Loopback, 9);
        using var sender = new FileSender();
        string path = folder.Get(10).Payload.Path;
        Assert.Contains("Dgram", Assert.Throws<ArgumentException>(() => sender.Send(socket, path)).Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<ArgumentException>(() => sender.SendAsync(socket, path, cancellationToken: Token).AsTask());
    }

    [Fact]
    public async Task Send_SocketClosedOrNotConnected_IsRefused()
    {
        using var sender = new FileSender();
        string path = folder.Get(10).Payload.Path;
        using var fresh = new Socket(SocketType.Stream, ProtocolType.Tcp);
        FileSendException exception = Assert.Throws<FileSendException>(() => sender.Send(fresh, path));
        Assert.Equal(0, exception.BytesSent);
        Assert.NotNull(exception.SocketError);
        Socket closed = Connect(receivers.Connection("tcp").Endpoint);
        closed.Dispose();
        Assert.Throws<ObjectDisposedException>(() => sender.Send(closed, path));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => sender.SendAsync(closed, path, cancellationToken: Token).AsTask());
    }

    [Theory]
    [InlineData(1000)]
    [InlineData(50_000)]
    [InlineData(300_000)]
    public async Task Send_SocketShutDownForSending_SaysSo(int size)
    {
        using Socket socket = Connect(receivers.Connection("tcp").Endpoint);
        socket.Shutdown(SocketShutdown.Send);
        using var sender = new FileSender();
        string path = folder.Get(size).Payload.Path;
        FileSendException exception = Assert.Throws<FileSendException>(() => sender.Send(socket, path, Header(size)));
        Assert.Equal((SocketError.Shutdown, 0L), (exception.SocketError, exception.BytesSent));
        await Assert.ThrowsAsync<FileSendException>(() => sender.SendAsync(socket, path, Header(size), cancellationToken: Token).AsTask());
    }

    /// <summary>Another thread closes the socket while a call waits for room.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_SocketClosedMeanwhile_Throws(bool isAsync)
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        Socket socket = Connect(receiver.Connection.Endpoint);
        using var sender = new FileSender();
        string path = folder.Zeros(Large).Path;
        Task<SendResult> sending = Task.Run(
            async () => isAsync ? await sender.SendAsync(socket, path, Header(Large)) : sender.Send(socket, path, Header(Large)),
            Token);
        await WaitUntilFullAsync();
        socket.Dispose();
        FileSendException exception = await Assert.ThrowsAsync<FileSendException>(
            () => sending.WaitAsync(TimeSpan.FromMilliseconds(Limit), Token));
        Assert.InRange(exception.BytesSent, 1, Large - 1);
    }

    /// <summary>What fits into the socket's buffers is taken, read or not: only an acknowledgement proves a delivery.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_SmallFileToAReceiverThatDoesNotRead_IsTaken(bool isAsync)
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
        _ = isAsync
            ? await sender.SendAsync(socket, file.Payload.Path, Header(Size), cancellationToken: Token)
            : sender.Send(socket, file.Payload.Path, Header(Size));
        isSent.Set();
        Assert.Equal(Size, await received.Task.WaitAsync(TimeSpan.FromMilliseconds(Limit), Token));
    }

    [Theory]
    [InlineData("tcp", Large)]
    [InlineData("unix", Large)]
    public void Send_ReceiverThatDoesNotRead_TimesOut(string transport, int size)
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait(), transport);
        using Socket socket = Connect(receiver.Connection.Endpoint);
        socket.SendTimeout = 200;
        using var sender = new FileSender();
        string path = folder.Zeros(size).Path;
        FileSendException exception = Assert.Throws<FileSendException>(() => sender.Send(socket, path, Header(size)));
        Assert.Equal(SocketError.TimedOut, exception.SocketError);
        Assert.InRange(exception.BytesSent, 1, size - 1);
    }

    /// <summary>The receiver reads what has left and counts it: the exception must say the same.</summary>
    [Theory]
    [InlineData("tcp", Large)]
    [InlineData("unix", Large)]
    [InlineData("tcp", 60_000)]
    public async Task SendAsync_Cancelled_SaysExactlyHowManyBytesHadLeft(string transport, int size)
    {
        using var isCancelled = new ManualResetEventSlim();
        var received = new TaskCompletionSource<long>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var receiver = new FakeReceiver(receiver =>
        {
            isCancelled.Wait(Limit);
            received.SetResult(receiver.DiscardAll());
        }, transport);
        using Socket socket = Connect(receiver.Connection.Endpoint);
        socket.SendBufferSize = 16 << 10;
        using var sender = new FileSender();
        using var cancellation = new CancellationTokenSource();
        Task<SendResult> sending = sender.SendAsync(
            socket, folder.Zeros(size).Path, Header(size), cancellationToken: cancellation.Token).AsTask();
        await WaitUntilFullAsync();
        Assert.SkipWhen(sending.IsCompleted, "the buffers of this machine hold the whole file");
        await cancellation.CancelAsync();
        FileSendCanceledException exception = await Assert.ThrowsAsync<FileSendCanceledException>(() => sending);
        Assert.Equal(cancellation.Token, exception.CancellationToken);
        socket.Shutdown(SocketShutdown.Send);
        isCancelled.Set();
        Assert.Equal(await received.Task.WaitAsync(TimeSpan.FromMilliseconds(Limit), Token), exception.BytesSent);
    }

    [Fact]
    public async Task SendAsync_CancelledBefore_SendsNothing()
    {
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        using var sender = new FileSender();
        TestPayload file = folder.Get(4096);
        var cancelled = new CancellationToken(canceled: true);
        FileSendCanceledException exception = await Assert.ThrowsAsync<FileSendCanceledException>(
            () => sender.SendAsync(socket, file.Payload.Path, Header(4096), cancellationToken: cancelled).AsTask());
        Assert.Equal(0, exception.BytesSent);
        Assert.Equal(new Acknowledgement(4096, file.Crc32C), Send(socket, file.Payload.Path, 4096));
    }

    /// <summary>What was left in a buffer for the connection that was lost must not be sent over the next one.</summary>
    [Theory]
    [InlineData(300_000, false)]
    [InlineData(300_000, true)]
    [InlineData(1000, false)]
    [InlineData(1000, true)]
    public async Task Send_AfterAConnectionWasLost_SendsTheNextFileAndNoMore(int size, bool isAsync)
    {
        TestPayload file = folder.Get(size);
        using var sender = new FileSender();
        using (var receiver = new FakeReceiver(receiver => receiver.ReadHeader()))
        using (Socket lost = Connect(receiver.Connection.Endpoint))
        {
            string zeros = folder.Zeros(Large).Path;
            FileSendException exception = await Assert.ThrowsAsync<FileSendException>(async () => _ = isAsync
                ? await sender.SendAsync(lost, zeros, Header(Large), cancellationToken: Token)
                : sender.Send(lost, zeros, Header(Large)));
            Assert.NotNull(exception.SocketError);
            Assert.InRange(exception.BytesSent, 1, Large);
        }

        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        sender.Send(socket, file.Payload.Path, Header(size));
        Assert.Equal(new Acknowledgement(size, file.Crc32C), Answer(socket));
    }

    /// <summary>Waits until a sender has stopped because nothing is read.</summary>
    private static Task WaitUntilFullAsync() => Task.Delay(300, Token);
}
