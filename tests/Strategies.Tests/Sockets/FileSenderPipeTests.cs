using System.Net.Sockets;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Tests.Faults;
using FileTransfer.Strategies.Wire;
using static FileTransfer.Strategies.Tests.Sockets.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sockets;

/// <summary>The pipe through which a <see cref="FileSender"/> splices.</summary>
public sealed class FileSenderPipeTests(LiveReceivers receivers, PayloadFolder folder)
{
    [Fact(DisableParallelization = true)]
    public void Send_AfterAnother_TakesTheSamePipe()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "pipes are used on Linux only");
        TestPayload file = folder.Get(300_000);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        // Once before, so that the receiver, which is of this process, has accepted the connection.
        Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Send(socket, file.Payload.Path, 300_000));
        OpenDescriptors before = OpenDescriptors.Now();
        using (var sender = new FileSender())
        {
            var pipes = new HashSet<string>();
            for (int i = 0; i < 3; i++)
            {
                Assert.Equal(
                    new Acknowledgement(300_000, file.Crc32C),
                    Send(socket, header => sender.Send(socket, header, file.Payload.Path, 300_000), 300_000));
                pipes.Add(Assert.Single(before.PipesSince()));
            }

            Assert.Single(pipes);
        }

        before.AssertNothingLeft();
    }

    [Fact(DisableParallelization = true)]
    public void Send_NoDescriptorLeftForAPipe_IsSentAllTheSame()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "the limit is set by setrlimit(2), which needs Linux");
        TestPayload file = folder.Get(300_000);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        // Once before, so that everything is loaded.
        Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Send(socket, file.Payload.Path, 300_000));
        using (DescriptorLimit.Leaving(1))
        {
            Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Send(socket, file.Payload.Path, 300_000));
        }
    }

    /// <summary>A pipe that was left with bytes of another file in it would send those first.</summary>
    [Fact]
    public void Send_AfterAConnectionWasLost_BeginsWithAnEmptyPipe()
    {
        const int Size = 20_000_000;
        TestPayload file = folder.Get(300_000);
        using var sender = new FileSender();
        using (var receiver = new FakeReceiver(receiver => receiver.ReadHeader()))
        using (Socket lost = Connect(receiver.Connection.Endpoint))
        {
            Assert.Throws<SocketException>(() => sender.Send(lost, new byte[FrameHeader.Size], folder.Zeros(Size).Path, Size));
        }

        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        Assert.Equal(
            new Acknowledgement(300_000, file.Crc32C),
            Send(socket, header => sender.Send(socket, header, file.Payload.Path, 300_000), 300_000));
    }
}
