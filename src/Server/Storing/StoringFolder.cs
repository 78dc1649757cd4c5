using System.Buffers;
using System.Globalization;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Storing;

/// <summary>The folder into which a server writes what it receives. Names of files are its own, never a sender's.</summary>
internal sealed class StoringFolder
{
    private const int CheckSize = 1 << 20;

    private readonly string _prefix = Guid.NewGuid().ToString("N");
    private readonly DriveInfo _disk;
    private long _files;

    private StoringFolder(string path)
    {
        Root = path;
        _disk = new DriveInfo(path);
    }

    /// <summary>Full path of the folder.</summary>
    public string Root { get; }

    /// <summary>What a new file is named.</summary>
    /// <remarks>A random prefix, so that nobody can know the name before, and a number; only tests set another.</remarks>
    internal Func<string>? Name { get; set; }

    /// <summary>The folder that a server was told with <c>--keep</c>; null when it was told none.</summary>
    /// <exception cref="IOException">There is no such folder.</exception>
    public static StoringFolder? Of(string? path) =>
        path is null ? null
        : Directory.Exists(path) ? new StoringFolder(Path.GetFullPath(path))
        : throw new IOException($"--keep: there is no folder {path}");

    /// <summary>Path for a new file.</summary>
    public string NewPath() => Path.Join(
        Root,
        Name?.Invoke() ?? string.Create(CultureInfo.InvariantCulture, $"{_prefix}-{Interlocked.Increment(ref _files)}"));

    /// <summary>Looks whether the disk has room for so many bytes: statvfs(3).</summary>
    /// <exception cref="Sinks.RefusedFrameException">It has not, or nobody knows.</exception>
    public void ThrowUnlessRoom(long length)
    {
        long free;
        try
        {
            free = _disk.AvailableFreeSpace;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw StoringRefusal.Failed(exception);
        }

        if (free < length)
        {
            throw StoringRefusal.NoRoom(length, free);
        }
    }

    /// <summary>CRC-32C of a file, which is opened and read anew: what is there, and not what somebody meant to write.</summary>
    /// <exception cref="Sinks.RefusedFrameException">It cannot be read.</exception>
    public static uint ChecksumOf(string path)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(CheckSize);
        try
        {
            using SafeFileHandle file = OpenForReading(path);
            var crc = new Crc32C();
            int count;
            for (long offset = 0; (count = RandomAccess.Read(file, buffer, offset)) > 0; offset += count)
            {
                crc.Append(buffer.AsSpan(0, count));
            }

            return crc.Value;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw StoringRefusal.Failed(exception);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static SafeFileHandle OpenForReading(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        }

        int descriptor;
        while ((descriptor = Open.Invoke(path, Open.ReadOnlyCloseOnExec | Open.NoFollow)) < 0)
        {
            if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                throw StoringRefusal.Failed("open", errno);
            }
        }

        return new SafeFileHandle(descriptor, ownsHandle: true);
    }
}
