using System.Diagnostics;
using FileTransfer.Tests;
using Xunit;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>The tool as a user has it: packed, installed into an empty folder, and run there without this source tree.</summary>
public sealed class ToolTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(5);

    [ExhaustiveFact]
    public async Task Tool_InstalledFromItsPackage_ListsSendsAndMeasures()
    {
        using var folder = new TemporaryFolder();
        string packages = folder.File("packages");
        string tool = folder.File("tool");
        string empty = Directory.CreateDirectory(folder.File("empty")).FullName;
        // Into folders of its own: other tests use what is built in the tree.
        await DotnetAsync(
            Golden.Root, "pack", "src/Harness", "-c", "Release",
            "--nologo", $"-p:ArtifactsPath={folder.File("artifacts")}", "-o", packages);
        string sources = folder.File("nuget.config");
        await File.WriteAllTextAsync(
            sources,
            $"<configuration><packageSources><clear/><add key=\"packed\" value=\"{packages}\"/></packageSources></configuration>",
            TestContext.Current.CancellationToken);
        await DotnetAsync(empty, "tool", "install", "filetransfer", "--tool-path", tool, "--configfile", sources);
        string program = Path.Combine(tool, OperatingSystem.IsWindows() ? "filetransfer.exe" : "filetransfer");

        Assert.Contains("send-file", await RunAsync(empty, program, "list"), StringComparison.Ordinal);
        Assert.Contains(
            "\"p50\":",
            await RunAsync(empty, program, "send", "--size", "1K", "--count", "50", "--json"),
            StringComparison.Ordinal);
        string run = await RunAsync(empty, program, "bench", "--profile", "smoke", "--strategies", "read-write-64k", "--sizes", "1K");
        Assert.Contains("repeat with: filetransfer bench ", run, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(Assert.Single(Directory.GetDirectories(Path.Combine(empty, "results"))), "report.html")));
    }

    private static Task<string> DotnetAsync(string folder, params string[] arguments) => RunAsync(folder, "dotnet", arguments);

    private static async Task<string> RunAsync(string folder, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // Servers of the build would outlive the test and hold its folder.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        using Process process = Process.Start(start)!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(s_limit);
        try
        {
            Task<string> errors = process.StandardError.ReadToEndAsync(limit.Token);
            string output = await process.StandardOutput.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            Assert.True(
                process.ExitCode == 0,
                $"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}:\n{output}\n{await errors}");
            return output;
        }
        catch
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}
