using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>A file by Socket.SendFile; where a call of Windows carries less, by several calls of the same function.</summary>
internal static class TransmittedFile
{
    /// <summary>Opens the file, as Socket.SendFile does, and sends it behind a head.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="payload">The file.</param>
    /// <param name="head">Bytes before the file in the first call; may be empty.</param>
    /// <param name="options">What Windows is to do differently.</param>
    /// <exception cref="SocketException">The connection failed.</exception>
    /// <exception cref="TransferException">Nothing moved for too long, or the file changed.</exception>
    /// <exception cref="IOException">The file cannot be opened or read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    public static void Send(FramedConnection connection, Payload payload, ReadOnlySpan<byte> head, TransmitFileOptions options)
    {
        if (!OperatingSystem.IsWindows())
        {
            connection.Socket.SendFile(payload.Path, head, postBuffer: default, options);
            return;
        }

        // TransmitFile waits for as long as it takes, whatever the socket's timeout is.
        connection.BeginGuard(payload);
        try
        {
            if (payload.Length > TransmitFile.Most - head.Length)
            {
                SendInParts(connection.Socket, payload, head, options);
            }
            else
            {
                connection.Socket.SendFile(payload.Path, head, postBuffer: default, options);
            }
        }
        finally
        {
            connection.EndGuard();
        }
    }

    [SupportedOSPlatform("windows")]
    private static unsafe void SendInParts(Socket socket, Payload payload, ReadOnlySpan<byte> head, TransmitFileOptions options)
    {
        using SafeFileHandle file = File.OpenHandle(payload.Path);
        for (long offset = 0; offset < payload.Length; head = default)
        {
            uint count = (uint)Math.Min(payload.Length - offset, TransmitFile.Most - head.Length);
            if (!SetFilePointer.To(file, offset))
            {
                throw new IOException(Marshal.GetLastPInvokeErrorMessage());
            }

            fixed (byte* first = head)
            {
                var buffers = new TransmitFile.Buffers { Head = first, HeadLength = (uint)head.Length };
                if (!TransmitFile.Invoke(socket.SafeHandle, file, count, 0, 0, head.IsEmpty ? null : &buffers, (uint)options))
                {
                    throw new SocketException(Marshal.GetLastPInvokeError());
                }
            }

            offset += count;
        }
    }
}
