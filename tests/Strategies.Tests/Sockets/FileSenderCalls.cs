using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Sockets;

/// <summary>Connects and sends as a program would that has a copy of <see cref="FileSender"/>.</summary>
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

    public static Acknowledgement Send(Socket socket, string path, long length)
    {
        using var sender = new FileSender();
        return Send(socket, header => sender.Send(socket, header, path, length), length);
    }

    public static Acknowledgement Send(Socket socket, Action<byte[]> send, long length)
    {
        byte[] header = new byte[FrameHeader.Size];
        FrameHeader.Write(header, length);
        send(header);
        byte[] answer = new byte[Acknowledgement.Size];
        for (int read = 0; read < answer.Length;)
        {
            int count = socket.Receive(answer, read, answer.Length - read, SocketFlags.None);
            Assert.NotEqual(0, count);
            read += count;
        }

        return Acknowledgement.Read(answer);
    }
}
