using System.IO.Pipes;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Tests.Receivers;

public sealed class FifoChannelTests
{
    /// <summary>Whoever stops a receiver repeats it until it ends, which a reader on a busy machine need not have noticed yet.</summary>
    [Fact]
    public void Stop_AskedTwiceBeforeTheReaderLooks_DropsNothingOfTheSender()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are received on Linux only");
        using var first = new AnonymousPipeServerStream(PipeDirection.In);
        using FifoChannel channel = Receive(first);
        channel.Stop();
        channel.Stop();
        Assert.Equal((0, false), (channel.Receive(new byte[10]), channel.HasDropped));

        using var second = new AnonymousPipeServerStream(PipeDirection.In);
        using var sender = new AnonymousPipeClientStream(PipeDirection.Out, second.ClientSafePipeHandle);
        using FifoChannel other = Receive(second);
        sender.WriteByte(1);
        other.Stop();
        Assert.Equal((0, true), (other.Receive(new byte[10]), other.HasDropped));
    }

    /// <summary>A pipe without a name does as well; the answers go nowhere.</summary>
    private static FifoChannel Receive(AnonymousPipeServerStream pipe) => new(
        new SafeFileHandle(pipe.SafePipeHandle.DangerousGetHandle(), ownsHandle: false),
        new SafeFileHandle(-1, ownsHandle: false),
        Environment.TickCount64,
        new ServerOptions());
}
