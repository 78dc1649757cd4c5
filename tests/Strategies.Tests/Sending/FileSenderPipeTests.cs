using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Tests.Faults;
using FileTransfer.Strategies.Wire;
using static FileTransfer.Strategies.Tests.Sending.FileSenderCalls;

namespace FileTransfer.Strategies.Tests.Sending;

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
                SendResult result = sender.Send(socket, file.Payload.Path, Header(300_000));
                Assert.Equal(SendMethod.Splice, result.Method);
                Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Answer(socket));
                pipes.Add(Assert.Single(before.PipesSince()));
            }

            Assert.Single(pipes);
        }

        before.AssertNothingLeft();
    }

    [Fact(DisableParallelization = true)]
    public void Send_NoDescriptorLeftForAPipe_IsSentBySendFileAndSaysSo()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "the limit is set by setrlimit(2), which needs Linux");
        TestPayload file = folder.Get(300_000);
        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        // Once before, so that everything is loaded.
        Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Send(socket, file.Payload.Path, 300_000));
        using var sender = new FileSender();
        using (DescriptorLimit.Leaving(1))
        {
            Assert.Equal(SendMethod.SendFile, sender.Send(socket, file.Payload.Path, Header(300_000)).Method);
        }

        Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Answer(socket));
    }

    /// <summary>A pipe that was left with bytes of another file in it would send those first.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_AfterAConnectionWasLost_BeginsWithAnEmptyPipe(bool isAsync)
    {
        const int Size = 20_000_000;
        TestPayload file = folder.Get(300_000);
        using var sender = new FileSender();
        using (var receiver = new FakeReceiver(receiver => receiver.ReadHeader()))
        using (Socket lost = Connect(receiver.Connection.Endpoint))
        {
            string zeros = folder.Zeros(Size).Path;
            FileSendException exception = await Assert.ThrowsAsync<FileSendException>(async () => _ = isAsync
                ? await sender.SendAsync(lost, zeros, Header(Size), cancellationToken: TestContext.Current.CancellationToken)
                : sender.Send(lost, zeros, Header(Size)));
            Assert.NotNull(exception.SocketError);
            Assert.InRange(exception.BytesSent, 1, Size);
        }

        using Socket socket = Connect(receivers.Connection("tcp-verify").Endpoint);
        sender.Send(socket, file.Payload.Path, Header(300_000));
        Assert.Equal(new Acknowledgement(300_000, file.Crc32C), Answer(socket));
    }
}
