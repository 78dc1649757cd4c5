using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>What a transfer calls by the API that a descriptor names, written down with that API alone.</summary>
internal static class BareTransfers
{
    private const int SmallBuffer = 1 << 10;
    private const int LargeBuffer = 64 << 10;

    /// <param name="api">The API.</param>
    /// <param name="socket">A socket of which nobody expects anything in return.</param>
    /// <param name="path">The file.</param>
    public static Action Of(AllocatingApi api, Socket socket, string path)
    {
        byte[] header = new byte[FrameHeader.Size];
        FrameHeader.Write(header, new FileInfo(path).Length);
        return api switch
        {
            AllocatingApi.None => () => { }
            ,
            AllocatingApi.FileHandle =>
                () => File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete).Dispose(),
            AllocatingApi.FileStream => ReadWrite(LargeBuffer),
            AllocatingApi.BufferedFileStream => ReadWrite(SmallBuffer),
            AllocatingApi.SocketBeginSend => BeginSend(),
            AllocatingApi.SocketSendFile => () =>
            {
                socket.Send(header);
                socket.SendFile(path);
            }
            ,
            _ => throw new NotSupportedException($"write down in {nameof(BareTransfers)} what AllocatingApi.{api} is, called bare"),
        };

        Action ReadWrite(int bufferSize)
        {
            byte[] buffer = new byte[bufferSize];
            return () =>
            {
                using FileStream file = File.OpenRead(path);
                socket.Send(header);
                while (file.Read(buffer, 0, buffer.Length) is > 0 and int count)
                {
                    socket.Send(buffer, 0, count, SocketFlags.None);
                }
            };
        }

        Action BeginSend()
        {
            byte[] buffer = new byte[LargeBuffer];
            return () =>
            {
                using FileStream file = File.OpenRead(path);
                socket.EndSend(socket.BeginSend(header, 0, header.Length, SocketFlags.None, callback: null, state: null));
                while (file.Read(buffer, 0, buffer.Length) is > 0 and int count)
                {
                    socket.EndSend(socket.BeginSend(buffer, 0, count, SocketFlags.None, callback: null, state: null));
                }
            };
        }
    }
}
