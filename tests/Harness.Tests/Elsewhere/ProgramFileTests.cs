using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Processes;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>How a program is started: by its own executable where the runtime is beside it.</summary>
public sealed class ProgramFileTests
{
    private const string Harness = "FileTransfer.Harness.dll";

    /// <summary>What is beside a self-contained program on this system, and on another.</summary>
    private static readonly string s_here =
        OperatingSystem.IsWindows() ? "hostpolicy.dll" : OperatingSystem.IsMacOS() ? "libhostpolicy.dylib" : "libhostpolicy.so";

    private static readonly string s_elsewhere = OperatingSystem.IsWindows() ? "libhostpolicy.so" : "hostpolicy.dll";

    [Fact]
    public void Command_WithARuntimeBesideIt_IsItsOwnExecutable()
    {
        using var folder = new TemporaryFolder();
        folder.File(s_here, 1);
        var program = new ProgramFile(folder.File(Harness), "filetransfer");

        Assert.True(program.BringsRuntime);
        Assert.Equal([folder.File(OperatingSystem.IsWindows() ? "filetransfer.exe" : "filetransfer")], program.Command);
        Assert.Equal(["bench", "--help"], program.StartWith("bench", "--help").ArgumentList);
    }

    [Fact]
    public void Command_WithoutARuntime_IsTheHostWithTheAssembly()
    {
        using var folder = new TemporaryFolder();
        var program = new ProgramFile(folder.File(Harness), "filetransfer") { Host = "/runtime/dotnet" };

        Assert.False(program.BringsRuntime || program.IsForAnotherSystem);
        Assert.Equal(["/runtime/dotnet", folder.File(Harness)], program.Command);
        Assert.Equal("/runtime/dotnet", program.StartWith("bench").FileName);
        Assert.Equal([folder.File(Harness), "bench"], program.StartWith("bench").ArgumentList);
    }

    [Fact]
    public async Task Compare_AFolderForAnotherSystem_SaysSo()
    {
        using var folder = new TemporaryFolder();
        folder.File(Harness, 1);
        folder.File(s_elsewhere, 1);

        await RefusesAsync("was published for another system than this one", folder, folder.Path);
    }

    [Fact]
    public async Task Compare_ARuntimeForAProgramThatBringsItsOwn_SaysSo()
    {
        using var folder = new TemporaryFolder();
        using var runtime = new TemporaryFolder();
        folder.File(Harness, 1);
        folder.File(s_here, 1);
        runtime.File(ProgramFile.WithExtension("dotnet"), 1);

        await RefusesAsync("brings its own runtime and takes no other", folder, folder.Path, runtime.Path);
        await RefusesAsync("brings its own runtime and takes no other", folder, runtime.Path, folder.Path);
    }

    private static async Task RefusesAsync(string message, TemporaryFolder output, params string[] sides)
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(),
            ["compare", .. sides.SelectMany(side => (string[])["--base", side]), "--output", output.File("results")]);

        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.False(Directory.Exists(output.File("results")));
    }
}
