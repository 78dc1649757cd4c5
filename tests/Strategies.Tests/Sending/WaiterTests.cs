using System.Diagnostics;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Tests.Faults;
using static FileTransfer.Strategies.Tests.Sending.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>Waiting for a peer's bytes.</summary>
public sealed class WaiterTests
{
    [Fact]
    public void Poll_Block_AsksNothing()
    {
        var waiter = new Waiter(Wait.Block, () => throw new InvalidOperationException("asked"));
        waiter.Poll();
        Assert.Equal((0, 0), (waiter.Found, waiter.Expired));
    }

    [Theory]
    [InlineData(WaitMode.Poll)]
    [InlineData(WaitMode.Yield)]
    public void Poll_WhatArrivesInTime_IsFound(WaitMode mode)
    {
        // On a busy machine the time may be over before this thread has asked five times; it is not every time.
        const int Most = 100;
        for (int i = 1; i <= Most; i++)
        {
            int asked = 0;
            var waiter = new Waiter(new Wait(mode, Wait.LongestLimit), () => ++asked == 5);
            waiter.Poll();
            if (i == Most || waiter.Expired == 0)
            {
                Assert.Equal((5, 1, 0), (asked, waiter.Found, waiter.Expired));
                return;
            }
        }
    }

    [Fact]
    public void Poll_NothingArrives_EndsAtTheLimit()
    {
        var limit = TimeSpan.FromMilliseconds(5);
        var waiter = new Waiter(new Wait(WaitMode.Poll, limit), () => false);
        long start = Stopwatch.GetTimestamp();
        waiter.Poll();
        Assert.True(Stopwatch.GetElapsedTime(start) >= limit);
        Assert.Equal((0, 1), (waiter.Found, waiter.Expired));
    }

    /// <summary>Outside of an exchange nothing is known that could speak for polling.</summary>
    [Fact]
    public void Poll_LearnWithoutAnExchange_AsksNothing()
    {
        var waiter = new Waiter(Wait.Learn, () => throw new InvalidOperationException("asked"));
        waiter.Poll();
        Assert.Equal((0, 0), (waiter.Found, waiter.Expired));
    }

    [Theory]
    [InlineData("block", false)]
    [InlineData("poll", false)]
    [InlineData("yield", true)]
    [InlineData("learn", false)]
    [InlineData("poll", true)]
    [InlineData("learn", true)]
    public async Task Receive_EveryWait_ReturnsWhatThePeerSends(string text, bool isAsync)
    {
        Assert.True(Wait.TryParse(text, out Wait wait));
        using var receiver = new FakeReceiver(receiver =>
        {
            for (int i = 0; i < 200; i++)
            {
                receiver.Discard(1);
                receiver.Send("2A");
            }
        });
        using Socket socket = Connect(receiver.Connection.Endpoint);
        socket.NoDelay = true;
        var waiter = new Waiter(wait, socket);
        byte[] answer = new byte[16];
        for (int i = 0; i < 200; i++)
        {
            waiter.Begin(1);
            socket.Send([1]);
            int count = isAsync ? await waiter.ReceiveAsync(answer, TestContext.Current.CancellationToken) : waiter.Receive(answer);
            waiter.End();
            Assert.Equal((1, 42), (count, answer[0]));
        }

        // The end of the stream is no byte, and must not be waited for in vain.
        Assert.Equal(0, isAsync ? await waiter.ReceiveAsync(answer, TestContext.Current.CancellationToken) : waiter.Receive(answer));
    }

    [Theory]
    [InlineData("block")]
    [InlineData("poll")]
    public void Receive_SocketClosed_Throws(string text)
    {
        Assert.True(Wait.TryParse(text, out Wait wait));
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        Socket socket = Connect(receiver.Connection.Endpoint);
        var waiter = new Waiter(wait, socket);
        socket.Dispose();
        Assert.Throws<ObjectDisposedException>(() => waiter.Receive(new byte[1]));
    }

    [Fact]
    public void Receive_WithoutASocket_SaysSo() =>
        Assert.Throws<InvalidOperationException>(() => new Waiter(Wait.Poll, () => true).Receive(new byte[1]));
}
