using System.Diagnostics;
using FileTransfer.Harness.Tests.Native;
using FileTransfer.Harness.Tests.Releases;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>The archive for linux-arm64, unpacked, and run by qemu-aarch64(1) on this processor.</summary>
public sealed class Arm64Program : IDisposable
{
    /// <summary>Where the packages of Debian put a C library for arm64.</summary>
    private const string Libraries = "/usr/aarch64-linux-gnu";

    private const string Emulator = "/usr/bin/qemu-aarch64";

    private readonly TemporaryFolder _folder = new();
    private string? _program;

    /// <summary>Unpacks it, unless that has been done; skips the test where there is nothing to run it.</summary>
    public async Task PrepareAsync(Release release)
    {
        Assert.SkipUnless(
            File.Exists(Emulator) && File.Exists($"{Libraries}/lib/libstdc++.so.6"),
            "needs qemu-user, libc6-arm64-cross, libgcc-s1-arm64-cross and libstdc++6-arm64-cross of Debian");
        if (_program is not null)
        {
            return;
        }

        string folder = await release.UnpackAsync("linux-arm64", _folder.File("with a space"));
        foreach (string name in (string[])["filetransfer", "FileTransfer.Server"])
        {
            // Linux cannot execute these files, and the emulator does not execute others by itself: what the program starts as a process
            // of its own is a script that calls the emulator. An executable finds its assembly whatever it is called.
            string executable = Path.Combine(folder, name);
            File.Move(executable, $"{executable}.arm64");
            NativeBuild.Executable(executable, $"exec {Emulator} '{executable}.arm64' \"$@\"");
        }

        _program = Path.Combine(folder, "filetransfer");
    }

    /// <summary>The command to start, with what the emulator needs.</summary>
    public ProcessStartInfo StartOf(params string[] arguments)
    {
        var start = new ProcessStartInfo(_program!, arguments) { WorkingDirectory = _folder.Path };
        start.Environment["QEMU_LD_PREFIX"] = Libraries;
        // What the runtime writes through a second mapping of its code this emulator does not notice: it would go on with the old code.
        start.Environment["DOTNET_EnableWriteXorExecute"] = "0";
        return start;
    }

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();
}
