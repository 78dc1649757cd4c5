using System.Net.Sockets;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending;

// Streams: files that are open as one, and copies from stream to stream.
public sealed partial class FileSender
{
    /// <summary>
    /// Sends <paramref name="head"/>, and then a stream from its position on, which moves behind the bytes that were sent.
    /// </summary>
    /// <inheritdoc cref="Send(Socket, SafeFileHandle, ReadOnlySpan{byte}, long, long?)"/>
    public SendResult Send(Socket socket, FileStream file, ReadOnlySpan<byte> head = default, long? length = null)
    {
        long offset = PositionOf(file);
        // The handle is given away after what was written to the stream has been flushed.
        SendResult result = Send(socket, file.SafeFileHandle, head, offset, length);
        file.Position = offset + result.Bytes;
        return result;
    }

    /// <summary>
    /// Sends <paramref name="head"/>, and then a stream from its position on, which moves behind the bytes that were sent.
    /// </summary>
    /// <inheritdoc cref="SendAsync(Socket, SafeFileHandle, ReadOnlyMemory{byte}, long, long?, CancellationToken)"/>
    public async ValueTask<SendResult> SendAsync(
        Socket socket,
        FileStream file,
        ReadOnlyMemory<byte> head = default,
        long? length = null,
        CancellationToken cancellationToken = default)
    {
        long offset = PositionOf(file);
        SendResult result =
            await SendAsync(socket, file.SafeFileHandle, head, offset, length, cancellationToken).ConfigureAwait(false);
        file.Position = offset + result.Bytes;
        return result;
    }

    /// <summary>
    /// Copies a stream from its position on to another, as <see cref="Stream.CopyToAsync(Stream)"/> does; from a file to a socket by
    /// the kernel.
    /// </summary>
    /// <param name="source">A stream; a <see cref="FileStream"/> is sent by the kernel.</param>
    /// <param name="destination">A stream; a <see cref="NetworkStream"/> itself, not one derived from it, is sent to by the kernel.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>What was done: <see cref="SendMethod.StreamCopy"/> when the kernel could not do it.</returns>
    /// <exception cref="FileSendException">The file cannot be sent, or the connection failed.</exception>
    public async ValueTask<SendResult> CopyToAsync(Stream source, Stream destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        // A derived class may change what is written: encrypt it, count it.
        if (source is FileStream { CanSeek: true } file
            && source.GetType() == typeof(FileStream)
            && destination.GetType() == typeof(NetworkStream)
            && ((NetworkStream)destination).Socket is { SocketType: SocketType.Stream } socket)
        {
            return await SendAsync(socket, file, cancellationToken: cancellationToken).ConfigureAwait(false);
        }

        long before = source.CanSeek ? source.Position : 0;
        await source.CopyToAsync(destination, cancellationToken).ConfigureAwait(false);
        (long copied, long all) = source.CanSeek ? (source.Position - before, source.Length) : (0, 0);
        return new SendResult(SendMethod.StreamCopy, copied, Calls: 0, all);
    }

    private static long PositionOf(FileStream file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return file.CanSeek
            ? file.Position
            : throw new FileSendException($"{file.Name} is a pipe or a device, not a file; nothing was sent", bytesSent: 0);
    }
}
