using System.Buffers;
using System.Net.Sockets;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending;

// The part that uses the runtime alone: other systems than Linux, and 32-bit processes.
public sealed partial class FileSender
{
    private const int PortableBuffer = 64 << 10;

    internal static SendResult SendPortably(Socket socket, string path, ReadOnlySpan<byte> head, long offset, long? length)
    {
        using SafeFileHandle file = OpenPortably(path);
        long fileLength = RandomAccess.GetLength(file);
        long wanted = LengthToSend(path, offset, length, fileLength);
        if (wanted != fileLength || PortableMethodFor(wanted) != SendMethod.SocketSendFile)
        {
            return SendPortably(socket, file, path, head, offset, length);
        }

        try
        {
            socket.SendFile(path, head, postBuffer: default, TransmitFileOptions.UseDefaultWorkerThread);
        }
        catch (SocketException exception)
        {
            throw PortablyLost(path, bytesSent: 0, exception);
        }

        // When the file has become shorter, Socket.SendFile ends early without an error.
        long left = RandomAccess.GetLength(file);
        return left == fileLength
            ? new SendResult(SendMethod.SocketSendFile, wanted, Calls: 1, fileLength)
            : throw new FileSendException(
                $"{path} was written to while it was sent: it has {left} bytes and had {fileLength}; close the connection",
                head.Length + Math.Min(left, fileLength));
    }

    internal static SendResult SendPortably(
        Socket socket,
        SafeFileHandle file,
        string name,
        ReadOnlySpan<byte> head,
        long offset,
        long? length)
    {
        long fileLength = LengthOf(file, name);
        long wanted = LengthToSend(name, offset, length, fileLength);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(LongestHead + PortableBuffer);
        long sent = 0;
        int calls = 0;
        try
        {
            head.CopyTo(buffer);
            int filled = head.Length;
            for (long left = wanted; left > 0 || filled > 0; filled = 0)
            {
                int count = left > 0 ? ReadPortably(file, buffer.AsSpan(filled), name, offset + wanted - left, left, sent) : 0;
                calls += count > 0 ? 2 : 1;
                left -= count;
                for (int start = 0; start < filled + count;)
                {
                    int taken = socket.Send(buffer.AsSpan(start, filled + count - start));
                    start += taken;
                    sent += taken;
                }
            }

            return new SendResult(SendMethod.ReadAndSend, wanted, calls, fileLength);
        }
        catch (SocketException exception)
        {
            throw PortablyLost(name, sent, exception);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    internal static async ValueTask<SendResult> SendPortablyAsync(
        Socket socket,
        string path,
        ReadOnlyMemory<byte> head,
        long offset,
        long? length,
        CancellationToken cancellationToken)
    {
        ThrowIfCancelled(cancellationToken);
        using SafeFileHandle file = OpenPortably(path);
        return await SendPortablyAsync(socket, file, path, head, offset, length, cancellationToken).ConfigureAwait(false);
    }

    internal static async ValueTask<SendResult> SendPortablyAsync(
        Socket socket,
        SafeFileHandle file,
        string name,
        ReadOnlyMemory<byte> head,
        long offset,
        long? length,
        CancellationToken cancellationToken)
    {
        ThrowIfCancelled(cancellationToken);
        long fileLength = LengthOf(file, name);
        long wanted = LengthToSend(name, offset, length, fileLength);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(LongestHead + PortableBuffer);
        long sent = 0;
        int calls = 0;
        try
        {
            head.CopyTo(buffer);
            int filled = head.Length;
            for (long left = wanted; left > 0 || filled > 0; filled = 0)
            {
                int count = left > 0 ? ReadPortably(file, buffer.AsSpan(filled), name, offset + wanted - left, left, sent) : 0;
                calls += count > 0 ? 2 : 1;
                left -= count;
                for (int start = 0; start < filled + count;)
                {
                    int taken = await socket.SendAsync(
                        buffer.AsMemory(start, filled + count - start), SocketFlags.None, cancellationToken).ConfigureAwait(false);
                    start += taken;
                    sent += taken;
                }
            }

            return new SendResult(SendMethod.ReadAndSend, wanted, calls, fileLength);
        }
        catch (OperationCanceledException exception)
        {
            throw new FileSendCanceledException(sent, exception, cancellationToken);
        }
        catch (SocketException exception)
        {
            throw PortablyLost(name, sent, exception);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static SendMethod PortableMethodFor(long length) =>
        length <= LargestCoalesced || (OperatingSystem.IsWindows() && length > LargestTransmitted)
            ? SendMethod.ReadAndSend
            : SendMethod.SocketSendFile;

    /// <summary>Opens a file so that no other program may write to it, which not every platform enforces.</summary>
    private static SafeFileHandle OpenPortably(string path)
    {
        try
        {
            return File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.Read);
        }
        catch (IOException exception) when (exception is not FileNotFoundException)
        {
            throw new FileSendException($"{exception.Message} Nothing was sent", bytesSent: 0, exception);
        }
    }

    private static long LengthOf(SafeFileHandle file, string name)
    {
        try
        {
            return RandomAccess.GetLength(file);
        }
        catch (NotSupportedException exception)
        {
            throw new FileSendException($"{name} has no length: it is a pipe or a device; nothing was sent", bytesSent: 0, exception);
        }
    }

    private static int ReadPortably(SafeFileHandle file, Span<byte> buffer, string name, long offset, long left, long sent)
    {
        int count;
        try
        {
            count = RandomAccess.Read(file, buffer[..(int)Math.Min(buffer.Length, left)], offset);
        }
        catch (IOException exception)
        {
            throw new FileSendException($"{name} cannot be read: {exception.Message}", sent, exception);
        }

        return count > 0
            ? count
            : throw new FileSendException(
                $"{name} became shorter while it was sent: it ends at {offset}, before {offset + left}; {sent} bytes had left",
                sent);
    }

    private static FileSendException PortablyLost(string name, long bytesSent, SocketException exception) => new(
        $"{name} was not sent to its end: {bytesSent} bytes had left when the connection failed: {exception.Message}",
        bytesSent,
        exception);
}
