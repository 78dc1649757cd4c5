using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Wire;

/// <summary>.NET on Unix reports a blocking Send that a reset cuts in two as a timeout; the connection knows better.</summary>
public sealed class FramedConnectionTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Fact]
    public void Failed_TimeoutAfterTheReceiverClosed_IsConnectionLost()
    {
        using var receiver = new FakeReceiver(_ => { });
        using var connection = FramedConnection.Connect(receiver.Connection);
        Assert.True(connection.Socket.Poll(s_limit, SelectMode.SelectRead));
        TransferException exception = connection.Failed("sending", new SocketException((int)SocketError.TimedOut));
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
        Assert.Equal("connection lost while sending: the receiver closed it", exception.Message);
    }

    [Fact]
    public void Failed_TimeoutWhileTheReceiverIsThere_IsTimedOut()
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        using var connection = FramedConnection.Connect(receiver.Connection with { Timeout = TimeSpan.FromSeconds(2.5) });
        TransferException exception = connection.Failed("sending", new SocketException((int)SocketError.TimedOut));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
        Assert.Equal("nothing moved for 2.5 s while sending: the receiver no longer reads", exception.Message);
    }

    [Fact]
    public void Failed_AfterARefusal_IsRejected()
    {
        using var receiver = new FakeReceiver(receiver => receiver.Send("FFFFFFFFFFFFFFFC0000000000000000"));
        using var connection = FramedConnection.Connect(receiver.Connection);
        Assert.True(SpinWait.SpinUntil(() => connection.Socket.Available == Acknowledgement.Size, s_limit));
        TransferException exception = connection.Failed("sending", new SocketException((int)SocketError.ConnectionReset));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal("the receiver answered -4 (server stopping)", exception.Message);
    }

    [Fact]
    public void Connect_Options_AreAppliedToTheSocket()
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        using var connection = FramedConnection.Connect(receiver.Connection with { NoDelay = true });
        Assert.True(connection.Socket.NoDelay);
        Assert.True(connection.Socket.Blocking);
    }

    [Theory]
    [InlineData("reno")]
    [InlineData("cubic")]
    public void Connect_WithCongestionControl_IsInForce(string name)
    {
        Assert.SkipUnless(SocketTuning.AvailableCongestionControls().Contains(name), $"this kernel has no congestion control named {name}");
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        using var connection = FramedConnection.Connect(receiver.Connection with { NoDelay = false, CongestionControl = name });
        Assert.Equal(name, SocketTuning.CongestionControl(connection.Socket));
        Assert.False(connection.Socket.NoDelay);
    }
}
