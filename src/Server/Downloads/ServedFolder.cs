using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Downloads;

/// <summary>The files that a server may serve: the regular files directly in one folder, or a single file.</summary>
/// <remarks>
/// A name never leaves the folder (<see cref="DownloadTarget"/>), and symbolic links are not followed, so nothing outside is read. Names
/// that begin with a dot are hidden.
/// </remarks>
internal sealed class ServedFolder
{
    /// <summary>What is asked of statx(2).</summary>
    internal const uint Facts = Statx.Kind | Statx.Size | Statx.Times;

    /// <summary>Nanoseconds in a second.</summary>
    private const long Nanoseconds = 1_000_000_000;

    private readonly string? _only;

    private ServedFolder(string path, string? only)
    {
        Root = path;
        _only = only;
    }

    /// <summary>Full path of the folder.</summary>
    public string Root { get; }

    /// <summary>The folder that a server was told with <c>--files</c>, or the folder of the file; null when it was told none.</summary>
    /// <exception cref="IOException">There is no such folder or file.</exception>
    public static ServedFolder? Of(string? path)
    {
        if (path is null)
        {
            return null;
        }

        string full = Path.GetFullPath(path);
        return Directory.Exists(full)
            ? new ServedFolder(full, only: null)
            : File.Exists(full)
                ? new ServedFolder(Path.GetDirectoryName(full)!, Path.GetFileName(full))
                : throw new IOException($"--files: there is no folder or file {path}");
    }

    /// <summary>Full path of the file with this name.</summary>
    public string PathOf(string name) => Path.Join(Root, name);

    /// <summary>Looks at a file without opening it, for ways of serving that open it by its path.</summary>
    /// <returns>Null, or why it is not served.</returns>
    public Refusal? Look(string name, out FileVersion version) => LookAt(name, PathOf(name), out version);

    /// <summary>Opens a file that <see cref="Look"/> would serve. A device, a FIFO or a link is not opened.</summary>
    /// <returns>Null, or why it is not served.</returns>
    public Refusal? OpenFile(string name, out ServedFile? file)
    {
        file = null;
        string path = PathOf(name);
        return LookAt(name, path, out FileVersion version)
            ?? (OperatingSystem.IsLinux() ? OpenOnLinux(path, out file) : OpenPortably(path, version, out file));
    }

    /// <summary>The version that statx(2) tells.</summary>
    internal static FileVersion VersionOf(in Statx.Status status) => new(
        status.Length,
        (status.ChangedSeconds * Nanoseconds) + status.ChangedNanoseconds,
        DateTimeOffset.UnixEpoch.AddSeconds(status.WrittenSeconds).AddTicks(status.WrittenNanoseconds / TimeSpan.NanosecondsPerTick));

    private static Refusal? OpenOnLinux(string path, out ServedFile? file)
    {
        file = null;
        int descriptor;
        // Between the look and this call the name may have been given to something else. Neither a link nor a FIFO is waited for.
        while ((descriptor = Open.Invoke(
            path,
            Open.ReadOnlyCloseOnExec | Open.NonBlocking | Open.NoFollow)) < 0)
        {
            int errno = Marshal.GetLastPInvokeError();
            if (errno != Errno.Interrupted)
            {
                return Unopened(errno);
            }
        }

        var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        Refusal? refusal = Statx.Invoke(handle, "", Statx.Itself, Facts, out Statx.Status status) != 0
            ? Unopened(Marshal.GetLastPInvokeError())
            : Unserved(status);
        if (refusal is not null)
        {
            handle.Dispose();
            return refusal;
        }

        file = new ServedFile(handle, VersionOf(status));
        return null;
    }

    private static Refusal? OpenPortably(string path, FileVersion version, out ServedFile? file)
    {
        file = null;
        try
        {
            file = new ServedFile(File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete), version);
            return null;
        }
        catch (FileNotFoundException)
        {
            return Refusal.NotFound("there is no such file");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return Refusal.Forbidden("the file cannot be opened");
        }
    }

    private static Refusal? LookPortably(string path, out FileVersion version)
    {
        version = default;
        var file = new FileInfo(path);
        if (Directory.Exists(path) || file.LinkTarget is not null)
        {
            return Refusal.Forbidden("that is a folder or a symbolic link; only regular files are served");
        }

        if (!file.Exists)
        {
            return Refusal.NotFound("there is no such file");
        }

        var written = new DateTimeOffset(file.LastWriteTimeUtc);
        version = new FileVersion(file.Length, written.Ticks, written);
        return null;
    }

    private static Refusal? Unserved(in Statx.Status status) => (status.Mode & Statx.KindMask) switch
    {
        Statx.Regular => null,
        Statx.Link => Refusal.Forbidden("that is a symbolic link, and links are not followed"),
        _ => Refusal.Forbidden("that is a folder, a FIFO, a socket or a device; only regular files are served"),
    };

    private static Refusal Unopened(int errno) => errno switch
    {
        Errno.NoSuchFile => Refusal.NotFound("there is no such file"),
        Errno.SymbolicLink => Refusal.Forbidden("that is a symbolic link, and links are not followed"),
        Errno.AccessDenied or Errno.NotPermitted => Refusal.Forbidden("the server may not read that file"),
        Errno.NoReader or Errno.NoDevice => Refusal.Forbidden("that is a socket or a device; only regular files are served"),
        Errno.NameTooLong => Refusal.TooLong("the name is longer than the file system allows"),
        Errno.TooManyOpenFiles or Errno.TooManyOpenFilesInSystem => new Refusal(503, "the server has no descriptor left (ulimit -n)"),
        _ => new Refusal(500, $"the file cannot be opened: {Marshal.GetPInvokeErrorMessage(errno)}"),
    };

    private Refusal? LookAt(string name, string path, out FileVersion version)
    {
        version = default;
        if (Hidden(name) is { } hidden)
        {
            return hidden;
        }

        if (!OperatingSystem.IsLinux())
        {
            return LookPortably(path, out version);
        }

        if (Statx.Invoke(Statx.CurrentDirectory, path, Statx.NoFollow, Facts, out Statx.Status status) != 0)
        {
            return Unopened(Marshal.GetLastPInvokeError());
        }

        version = VersionOf(status);
        return Unserved(status);
    }

    private Refusal? Hidden(string name) => name.StartsWith('.') || (_only is not null && name != _only)
        ? Refusal.NotFound("there is no such file")
        : null;
}
