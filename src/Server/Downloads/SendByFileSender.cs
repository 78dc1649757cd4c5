using System.Net.Sockets;
using FileTransfer.Sending;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Downloads;

/// <summary>The package FileSender: the method that measured fastest for the length.</summary>
/// <param name="sender">Sends the files; stays the caller's.</param>
internal sealed class SendByFileSender(FileSender sender) : IFileSending
{
    /// <inheritdoc/>
    public bool Send(Socket socket, SafeFileHandle file, ReadOnlySpan<byte> head, long offset, long count)
    {
        try
        {
            // Bytes that were read are the file's, whatever happens to it then.
            return sender.Send(socket, file, head, offset, count).Method != SendMethod.ReadAndSend;
        }
        catch (FileSendException exception) when (exception.InnerException is SocketException or ObjectDisposedException)
        {
            throw new SocketException((int)(exception.SocketError ?? SocketError.ConnectionAborted), exception.Message);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
