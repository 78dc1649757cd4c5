using System.ComponentModel;
using System.Diagnostics;

namespace FileTransfer.Server.Tests.Storing;

/// <summary>A disk of 8 MiB: tmpfs(5), mounted for one test. Skips the test where that is not allowed.</summary>
internal sealed class SmallDisk : IDisposable
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    public SmallDisk()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "a small disk needs root on Linux");
        if (Run("mount", "-t", "tmpfs", "-o", "size=8m,mode=700", "filetransfer-test", Folder) is { } reason)
        {
            Directory.Delete(Folder);
            Assert.Skip($"a small disk cannot be mounted here: {reason}");
        }
    }

    public string Folder { get; } = Directory.CreateTempSubdirectory("filetransfer-small-disk-").FullName;

    private string Ballast => Path.Combine(Folder, "ballast");

    /// <summary>Fills the disk up to its last block.</summary>
    public void Fill()
    {
        byte[] bytes = new byte[4096];
        using var file = new FileStream(Ballast, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0);
        try
        {
            while (true)
            {
                file.Write(bytes);
            }
        }
        catch (IOException)
        {
            // Full, as wanted.
        }
    }

    /// <summary>Makes room again.</summary>
    public void Empty()
    {
        // A process that another test started while the file was open has it open until its exec(2): deleting it would free nothing yet.
        using (var file = new FileStream(Ballast, FileMode.Open, FileAccess.Write))
        {
            file.SetLength(0);
        }

        File.Delete(Ballast);
    }

    /// <summary>Waits until so many bytes are free.</summary>
    /// <remarks>
    /// A file that was deleted takes room until nobody has it open: a process that another test has just started may, until its exec(2).
    /// </remarks>
    public async Task WaitForRoomAsync(long bytes, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(s_limit);
        while (new DriveInfo(Folder).AvailableFreeSpace < bytes)
        {
            await Task.Delay(10, limit.Token);
        }
    }

    public void Dispose()
    {
        // Lazily: whoever still has a file open there lets go of it by and by.
        string? reason = Run("umount", "-l", Folder);
        Assert.True(reason is null, reason);
        Directory.Delete(Folder);
    }

    private static string? Run(string program, params string[] arguments)
    {
        try
        {
            using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
            string errors = process.StandardError.ReadToEnd();
            return process.WaitForExit(s_limit) && process.ExitCode == 0 ? null : errors.Trim();
        }
        catch (Win32Exception exception)
        {
            return exception.Message;
        }
    }
}
