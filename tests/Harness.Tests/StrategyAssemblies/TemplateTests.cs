using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Releases;
using FileTransfer.Results;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.StrategyAssemblies;

/// <summary>The shortest path of an author: from <c>dotnet new</c> to a measured strategy, with packages as they are packed here.</summary>
[Collection(Dotnet.Builds)]
public sealed class TemplateTests(Release release)
{
    [ExhaustiveFact]
    public async Task Template_FromItsPackage_BuildsPassesItsTestsAndIsMeasured()
    {
        using var folder = new TemporaryFolder();
        string hive = folder.File("hive");
        string template = await release.FileAsync($"FileTransfer.Templates.{Release.Version}.nupkg");
        await Dotnet.RunAsync(folder.Path, "new", "install", template, "--debug:custom-hive", hive);
        string own = folder.File("QuickLoop");
        await Dotnet.RunAsync(
            folder.Path, "new", "filetransfer-strategy", "-n", "QuickLoop", "-o", own, "--debug:custom-hive", hive, "--no-update-check");
        await Dotnet.UsePackagesAsync(own, folder, await release.FolderAsync());

        string tested = await Dotnet.RunAsync(own, "test", "QuickLoop.Tests", "-c", "Release", "--nologo");
        Assert.Matches(@"Passed! +- Failed: +0, Passed: +4, Skipped: +0", tested);

        await Dotnet.RunAsync(own, "build", "QuickLoop", "-c", "Release", "--nologo");
        string assembly = Path.Combine(own, "QuickLoop", "bin", "Release", "net10.0", "QuickLoop.dll");
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--strategies-from", assembly, "--strategies", "send-file,quick-loop",
            "--sizes", "1K", "--affinity", "none", "--output", folder.File("results"));
        Assert.True(exitCode == ExitCode.Success, output + errors);
        RunResult run = ResultsFile.Load(Assert.Single(Directory.GetDirectories(folder.File("results"))));
        Assert.Equal(["null", "send-file", "quick-loop"], run.Measurements.Select(measurement => measurement.Strategy));
        Assert.All(run.Measurements, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
    }
}
