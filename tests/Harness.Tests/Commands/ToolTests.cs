using FileTransfer.Harness.Tests.Releases;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>The tool as a user has it: packed, installed into an empty folder, and run there without this source tree.</summary>
[Collection(Dotnet.Builds)]
public sealed class ToolTests(Release release)
{
    [ExhaustiveFact]
    public async Task Tool_InstalledFromItsPackage_ListsSendsAndMeasures()
    {
        using var folder = new TemporaryFolder();
        string packages = await release.FolderAsync();
        string tool = folder.File("tool");
        string empty = Directory.CreateDirectory(folder.File("empty")).FullName;
        string sources = folder.File("nuget.config");
        await File.WriteAllTextAsync(
            sources,
            $"<configuration><packageSources><clear/><add key=\"packed\" value=\"{packages}\"/></packageSources></configuration>",
            TestContext.Current.CancellationToken);
        await Dotnet.RunAsync(
            empty, "tool", "install", "filetransfer", "--version", Release.Version, "--tool-path", tool, "--configfile", sources);
        string program = Path.Combine(tool, OperatingSystem.IsWindows() ? "filetransfer.exe" : "filetransfer");

        Assert.Contains("send-file", await Dotnet.RunProgramAsync(empty, program, "list"), StringComparison.Ordinal);
        Assert.Contains(
            "\"p50\":",
            await Dotnet.RunProgramAsync(empty, program, "send", "--size", "1K", "--count", "50", "--json"),
            StringComparison.Ordinal);
        string run = await Dotnet.RunProgramAsync(
            empty, program, "bench", "--profile", "smoke", "--strategies", "read-write-64k", "--sizes", "1K");
        Assert.Contains("repeat with: filetransfer bench ", run, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(Assert.Single(Directory.GetDirectories(Path.Combine(empty, "results"))), "report.html")));
    }
}
