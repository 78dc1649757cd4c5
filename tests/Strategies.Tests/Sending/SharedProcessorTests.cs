using System.Net;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>Where the peer runs, as the kernel tells it: two threads of this process, each with a processor, are both ends.</summary>
public sealed class SharedProcessorTests
{
    private static readonly IReadOnlyList<int> s_processors = ProcessorMask.Allowed();

    [Fact]
    public void IsBesideAnotherOf_PeerOnAnotherProcessor_IsTrue()
    {
        NeedTwo();
        Assert.True(AskWithPeerOn(s_processors[1]));
    }

    [Fact]
    public void IsBesideAnotherOf_PeerOnThisProcessor_IsFalse()
    {
        NeedTwo();
        Assert.False(AskWithPeerOn(s_processors[0]));
    }

    [Fact]
    public void IsBesideAnotherOf_NothingCameYetOrClosed_IsFalse()
    {
        (Socket near, Socket far) = Connect();
        using (far)
        {
            near.Dispose();
            Assert.False(SharedProcessor.IsBesideAnotherOf(near));
        }
    }

    /// <summary>A small file is read: its head leaves with it. So does that of a large one, whose receiver wakes up early enough.</summary>
    [Theory]
    [InlineData(16 << 10, 0)]
    [InlineData((16 << 10) + 1, 1)]
    [InlineData((384 << 10) - 1, 1)]
    [InlineData(384 << 10, 0)]
    public void Send_PeerOnAnotherProcessor_SendsTheHeadByItself(int size, int more)
    {
        NeedTwo();
        string path = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(path, new byte[size]);
            int apart = SegmentsWithPeerOn(s_processors[1], path);
            int together = SegmentsWithPeerOn(s_processors[0], path);
            Assert.Equal(more, apart - together);
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static void NeedTwo() =>
        Assert.SkipUnless(OperatingSystem.IsLinux() && s_processors.Count >= 2, "needs Linux and two processors");

    private static bool AskWithPeerOn(int processor)
    {
        bool answer = false;
        With(processor, near => answer = SharedProcessor.IsBesideAnotherOf(near));
        return answer;
    }

    /// <summary>Segments with data that the sender needs: tcpi_data_segs_out of TCP_INFO.</summary>
    private static int SegmentsWithPeerOn(int processor, string path)
    {
        int segments = 0;
        With(processor, near =>
        {
            using var sender = new FileSender();
            int before = SegmentsOf(near);
            sender.Send(near, path, new byte[8]);
            segments = SegmentsOf(near) - before;
        });
        return segments;
    }

    private static int SegmentsOf(Socket socket)
    {
        const int TcpLevel = 6;
        const int TcpInfo = 11;
        const int DataSegmentsOut = 156;
        byte[] info = new byte[DataSegmentsOut + sizeof(int)];
        Assert.Equal(info.Length, socket.GetRawSocketOption(TcpLevel, TcpInfo, info));
        return BitConverter.ToInt32(info, DataSegmentsOut);
    }

    /// <summary>Runs on the first processor what needs a connection whose peer has just sent a byte from another one.</summary>
    private static void With(int processor, Action<Socket> action)
    {
        (Socket near, Socket far) = Connect();
        using (near)
        using (far)
        {
            On(processor, () => far.Send([1]));
            On(s_processors[0], () =>
            {
                near.Receive(new byte[1]);
                action(near);
            });
        }
    }

    private static void On(int processor, Action action)
    {
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                if (OperatingSystem.IsLinux())
                {
                    ProcessorPin.ThisThreadToCpu(processor);
                }

                action();
            }
            catch (Exception exception)
            {
                failure = exception;
            }
        });
        thread.Start();
        Assert.True(thread.Join(TimeSpan.FromSeconds(60)), "a thread did not end");
        Assert.Null(failure);
    }

    /// <summary>Both buffers have room for the files: nothing waits for the peer, who reads nothing.</summary>
    private static (Socket Near, Socket Far) Connect()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 4 << 20 };
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var near = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, SendBufferSize = 4 << 20 };
        near.Connect(listener.LocalEndPoint!);
        return (near, listener.Accept());
    }
}
