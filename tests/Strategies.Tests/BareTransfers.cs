using System.Net.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>What each synchronous strategy does, written down with the API alone.</summary>
internal static class BareTransfers
{
    private const int HeaderSize = 8;

    public static Action Of(string id, Socket socket, string path)
    {
        byte[] header = new byte[HeaderSize];
        FrameHeader.Write(header, new FileInfo(path).Length);
        return id switch
        {
            // Nothing managed is called there, so nothing may be allocated.
            "null" or "native-send-file" or "native-send-file-kept" or "adaptive" or "io-uring"
                or "splice" or "splice-kept" or "mapped" or "mapped-kept" or "mapped-more-kept" or "zero-copy"
                or "gathered-64k-kept" or "gathered-256k-kept" or "gathered-1m-kept" => () => { }
            ,
            "gathered-64k" or "gathered-256k" or "gathered-1m" => OpenAndClose,
            "read-write-1k" => ReadWrite(1 << 10),
            "read-write-64k" => ReadWrite(64 << 10),
            "read-write-1m" => ReadWrite(1 << 20),
            "begin-send" => BeginSend(),
            "send-file" => Acknowledged(() =>
            {
                socket.Send(header);
                socket.SendFile(path);
            }),
            "send-file-header" => Acknowledged(() => socket.SendFile(path, header, postBuffer: null, TransmitFileOptions.UseDefaultWorkerThread)),
            "pipe-copy" => PipeCopy(32 << 10),
            "pipe-copy-128k" => PipeCopy(128 << 10),
            "pipe-splice" or "pipe-splice-1m" or "pipe-vmsplice-mapped" => () => { }
            ,
            _ => throw new NotSupportedException($"write down here what '{id}' does, called bare"),
        };

        void OpenAndClose() => File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete).Dispose();

        Action ReadWrite(int bufferSize)
        {
            byte[] buffer = new byte[bufferSize];
            return Acknowledged(() =>
            {
                using FileStream file = File.OpenRead(path);
                socket.Send(header);
                while (file.Read(buffer, 0, buffer.Length) is > 0 and int count)
                {
                    socket.Send(buffer, 0, count, SocketFlags.None);
                }
            });
        }

        Action PipeCopy(int bufferSize)
        {
            byte[] buffer = new byte[bufferSize];
            // A FileStream neither knows nor cares that this is no pipe.
            FileStream pipe = new("/dev/null", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
            return () =>
            {
                using FileStream file = File.OpenRead(path);
                pipe.Write(header, 0, header.Length);
                while (file.Read(buffer, 0, buffer.Length) is > 0 and int count)
                {
                    pipe.Write(buffer, 0, count);
                }
            };
        }

        Action BeginSend()
        {
            byte[] buffer = new byte[64 << 10];
            return Acknowledged(() =>
            {
                using FileStream file = File.OpenRead(path);
                socket.EndSend(socket.BeginSend(header, 0, header.Length, SocketFlags.None, callback: null, state: null));
                while (file.Read(buffer, 0, buffer.Length) is > 0 and int count)
                {
                    socket.EndSend(socket.BeginSend(buffer, 0, count, SocketFlags.None, callback: null, state: null));
                }
            });
        }

        Action Acknowledged(Action send)
        {
            byte[] acknowledgement = new byte[Acknowledgement.Size];
            return () =>
            {
                send();
                for (int read = 0; read < acknowledgement.Length;)
                {
                    read += socket.Receive(acknowledgement, read, acknowledgement.Length - read, SocketFlags.None);
                }
            };
        }
    }
}
