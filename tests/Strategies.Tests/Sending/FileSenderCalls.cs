using System.Net;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>Connects and sends as a program would that uses the package.</summary>
internal static class FileSenderCalls
{
    /// <summary>Longest wait of a socket call, in milliseconds.</summary>
    public const int Limit = 30_000;

    public static Socket Connect(EndPoint endpoint)
    {
        bool isUnix = endpoint.AddressFamily == AddressFamily.Unix;
        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp)
        {
            SendTimeout = Limit,
            ReceiveTimeout = Limit,
        };
        socket.Connect(endpoint);
        return socket;
    }

    public static byte[] Header(long length)
    {
        byte[] header = new byte[FrameHeader.Size];
        FrameHeader.Write(header, length);
        return header;
    }

    public static Acknowledgement Send(Socket socket, string path, long length)
    {
        using var sender = new FileSender();
        sender.Send(socket, path, Header(length), offset: 0, length);
        return Answer(socket);
    }

    public static Acknowledgement Answer(Socket socket)
    {
        byte[] answer = new byte[Acknowledgement.Size];
        for (int read = 0; read < answer.Length;)
        {
            int count = socket.Receive(answer, read, answer.Length - read, SocketFlags.None);
            Assert.NotEqual(0, count);
            read += count;
        }

        return Acknowledgement.Read(answer);
    }

    /// <summary>Any asynchronous operation makes the descriptor non-blocking for good: whoever sends then meets EAGAIN.</summary>
    public static void MakeNonBlocking(Socket socket)
    {
        // Cancelled only then: with a token that is cancelled already, the receive would not begin.
        using var cancelled = new CancellationTokenSource();
        Task<int> receive = socket.ReceiveAsync(new byte[1], cancelled.Token).AsTask();
        cancelled.Cancel();
        Assert.ThrowsAny<OperationCanceledException>(() => receive.GetAwaiter().GetResult());
    }
}
