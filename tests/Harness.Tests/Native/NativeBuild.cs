using System.ComponentModel;
using System.Diagnostics;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Native;

/// <summary>The native reference, built once for the tests of a class, in a copy of its sources.</summary>
public sealed class NativeBuild : IAsyncLifetime
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    private readonly TemporaryFolder _folder = new();
    private string? _obstacle;

    /// <summary>Path of the program; skips the test where it cannot be built.</summary>
    public string Program
    {
        get
        {
            Assert.SkipWhen(_obstacle is not null, _obstacle ?? "");
            return In(_folder.Path);
        }
    }

    public async ValueTask InitializeAsync()
    {
        if (!OperatingSystem.IsLinux())
        {
            _obstacle = "the native reference needs Linux";
            return;
        }

        (int exitCode, string errors) = await RunAsync(_folder.Path, compiler: null);
        _obstacle = exitCode == ExitCode.Usage ? errors : null;
        Assert.True(exitCode is ExitCode.Success or ExitCode.Usage, errors);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Where the script puts the program.</summary>
    internal static string In(string folder) => Path.Combine(folder, "artifacts", "native", "reference");

    /// <summary>Runs the script in a copy of what it needs; without a compiler named it takes its own.</summary>
    internal static async Task<(int ExitCode, string Errors)> RunAsync(string folder, string? compiler)
    {
        const string Script = "native-reference.sh";
        string scripts = Directory.CreateDirectory(Path.Combine(folder, "scripts")).FullName;
        string sources = Directory.CreateDirectory(Path.Combine(folder, "native")).FullName;
        File.Copy(Path.Combine(Golden.Root, "scripts", Script), Path.Combine(scripts, Script));
        foreach (string source in (string[])["reference.c", "receiver.c"])
        {
            File.Copy(Path.Combine(Golden.Root, "native", source), Path.Combine(sources, source));
        }

        var start = new ProcessStartInfo("bash", [Path.Combine(scripts, Script)]) { RedirectStandardError = true };
        if (compiler is not null)
        {
            start.Environment["CC"] = compiler;
        }

        using var limit = new CancellationTokenSource(s_limit);
        try
        {
            using Process script = Process.Start(start)!;
            string errors = await script.StandardError.ReadToEndAsync(limit.Token);
            await script.WaitForExitAsync(limit.Token);
            return (script.ExitCode, errors);
        }
        catch (Win32Exception exception)
        {
            return (ExitCode.Usage, $"the native reference is built by bash: {exception.Message}");
        }
    }

    /// <summary>Writes a shell script that can be run.</summary>
    /// <remarks>
    /// A shell writes it: a process that another test starts meanwhile would inherit a descriptor of this process, and as long as that is
    /// open for writing nobody can execute the file (ETXTBSY).
    /// </remarks>
    internal static string Executable(string path, string script)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", "cat > \"$0\" && chmod 700 \"$0\"", path]) { RedirectStandardInput = true };
        using Process shell = Process.Start(start)!;
        shell.StandardInput.Write($"#!/usr/bin/env bash\n{script}\n");
        shell.StandardInput.Close();
        Assert.True(shell.WaitForExit(s_limit) && shell.ExitCode == 0, $"no shell could write {path}");
        return path;
    }
}
