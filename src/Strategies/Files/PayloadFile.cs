using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Files;

/// <summary>Opens payloads and makes the exceptions for a payload that cannot be opened or read.</summary>
public static class PayloadFile
{
    /// <summary>Opens a payload as most programs do, with a FileStream.</summary>
    /// <exception cref="TransferException">It cannot be opened.</exception>
    public static FileStream OpenStream(Payload payload)
    {
        try
        {
            return File.OpenRead(payload.Path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Unreadable(payload, exception.Message, exception);
        }
    }

    /// <summary>Opens a payload for reads at given offsets and checks that its length has not changed.</summary>
    /// <remarks>Shares the file with writers: otherwise .NET adds two flock(2) calls to every open and close.</remarks>
    /// <exception cref="TransferException">It cannot be opened, or its length has changed.</exception>
    public static SafeFileHandle OpenHandle(Payload payload, FileOptions options = FileOptions.None)
    {
        SafeFileHandle file;
        try
        {
            file = File.OpenHandle(payload.Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, options);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Unreadable(payload, exception.Message, exception);
        }

        return Unchanged(payload, file);
    }

    /// <summary>The same for reads past the page cache, as <see cref="DirectRead"/> describes them. Linux only.</summary>
    /// <exception cref="TransferException">It cannot be opened, its file system refuses, or its length has changed.</exception>
    internal static SafeFileHandle OpenDirect(Payload payload)
    {
        int descriptor;
        while ((descriptor = Open.Invoke(payload.Path, Open.ReadOnlyCloseOnExec | Open.Direct)) < 0)
        {
            if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                throw errno == Errno.Invalid
                    ? DirectRead.Refused(payload)
                    : Unreadable(payload, Marshal.GetPInvokeErrorMessage(errno));
            }
        }

        return Unchanged(payload, new SafeFileHandle(descriptor, ownsHandle: true));
    }

    /// <summary>
    /// Reads the available bytes at <paramref name="offset"/>, at most the length of <paramref name="buffer"/> and not beyond the
    /// announced end.
    /// </summary>
    /// <returns>The number of bytes read, never 0.</returns>
    /// <exception cref="TransferException">The file ended before that, or cannot be read.</exception>
    public static int Read(SafeFileHandle file, Span<byte> buffer, long offset, Payload payload)
    {
        long left = payload.Length - offset;
        Span<byte> wanted = buffer.Length > left ? buffer[..(int)left] : buffer;
        int count;
        try
        {
            count = RandomAccess.Read(file, wanted, offset);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Unreadable(payload, offset, exception.Message, exception);
        }

        return count > 0 ? count : throw PayloadChange.Ended(payload, offset, RandomAccess.GetLength(file));
    }

    /// <summary>
    /// Converts the errno of <paramref name="call"/>, which moves a file's pages to a connection (sendfile(2), splice(2)), to an
    /// exception when the kernel, the file system or the disk caused it. Null when the connection did.
    /// </summary>
    internal static TransferException? FileFailure(string call, Payload payload, long offset, int errno) => errno switch
    {
        Errno.NoSuchCall => NoSuchCall(call),
        Errno.Invalid => new TransferException(
            TransferErrorKind.Unsupported,
            $"the file system of {payload.Path} does not support {call}; choose a file on another one, or another strategy"),
        Errno.InputOutput or Errno.Overflow => Unreadable(payload, offset, Marshal.GetPInvokeErrorMessage(errno)),
        _ => null,
    };

    /// <summary>The exception for a system call that this kernel lacks (ENOSYS).</summary>
    internal static TransferException NoSuchCall(string call) =>
        new(TransferErrorKind.Unsupported, $"this kernel has no {call}; choose another strategy");

    /// <summary>The exception for an open payload that cannot be read from <paramref name="offset"/> on.</summary>
    internal static TransferException Unreadable(Payload payload, long offset, string reason, Exception? exception = null) => new(
        TransferErrorKind.PayloadUnreadable,
        $"{payload.Path} cannot be read from byte {offset} on: {reason}; check its disk or its file server",
        exception);

    /// <summary>The exception for a payload that cannot be opened or read, with the reason and the remedy.</summary>
    public static TransferException Unreadable(Payload payload, string reason, Exception? exception = null) => new(
        TransferErrorKind.PayloadUnreadable,
        $"{payload.Path} cannot be opened or read: {reason}; it must exist and be readable, "
        + "and the process must have descriptors left (ulimit -n)",
        exception);

    private static SafeFileHandle Unchanged(Payload payload, SafeFileHandle file)
    {
        try
        {
            PayloadChange.ThrowIfChanged(payload, file);
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }
}
