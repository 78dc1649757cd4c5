using System.Diagnostics;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>The command as a user has it.</summary>
public sealed class CompareCommandTests
{
    private const string Url = "http://127.0.0.1:9/x";

    [Theory]
    [InlineData("compare what with what? Name what differs")]
    [InlineData("'no-such-thing' is no folder, no server, no option and no commit", "--diff", "no-such-thing")]
    [InlineData("has neither a build of this program", "--base", "/tmp")]
    [InlineData("'TIERED' is no variable; write NAME=VALUE", "--diff-env", "TIERED")]
    [InlineData("--threshold: '0%' is no percentage above 0", "--diff-env", "A=1", "--threshold", "0%")]
    [InlineData("--rounds: 0 is not a number from 1", "--diff-env", "A=1", "--rounds", "0")]
    [InlineData("--rounds, --budget and --until-decided exclude each other", "--diff-env", "A=1", "--rounds", "9", "--budget", "5m")]
    [InlineData("--inconclusive: 'maybe' is neither pass nor fail", "--diff-env", "A=1", "--inconclusive", "maybe")]
    [ExhaustiveInlineData(
        "--wait spin: --wait: 'spin' is no way to wait",
        "--diff", "--wait spin", "--sizes", "1K", "--strategies", "send-file")]
    [InlineData("--url: compare needs two addresses, which take turns: --url ONE --url OTHER. One address before and after", "--url", Url)]
    [InlineData("--url: compare takes two addresses", "--url", Url, "--url", $"{Url}2", "--url", $"{Url}3")]
    [InlineData("over http, https://127.0.0.1:9/x over https", "--url", Url, "--url", "https://127.0.0.1:9/x")]
    [InlineData("the same address is named twice", "--url", Url, "--url", Url)]
    [InlineData("--url names both sides; leave --base, --diff", "--url", Url, "--url", $"{Url}2", "--diff-env", "A=1")]
    [InlineData($"'{Url}' is no control address of a server of ours; servers of another make are compared by --url", "--diff", Url)]
    [InlineData("'https://127.0.0.1:9/' is no control address", "--base", "https://127.0.0.1:9/")]
    [InlineData("--header is for a server that --url names", "--diff-env", "A=1", "--header", "X: 1")]
    [InlineData("--receiver-buffer is for servers of ours", "--url", Url, "--url", $"{Url}2", "--receiver-buffer", "64K")]
    [InlineData("--sizes: the file at --url", "--url", Url, "--url", $"{Url}2", "--sizes", "1K")]
    [InlineData("name what is to be uploaded", "--url", Url, "--url", $"{Url}2", "--strategies", "http-post-*")]
    [InlineData("'send-file' is no client of --url", "--url", Url, "--url", $"{Url}2", "--strategies", "send-file")]
    public async Task Compare_BadUsage_SaysWhatIsValidAndMeasuresNothing(string message, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(),
            ["compare", .. arguments, "--output", folder.Path]);
        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    /// <summary>A repository of one commit, whose project file is cut short.</summary>
    [Fact]
    public async Task Compare_ACommitThatDoesNotBuild_SaysItsErrorAndMeasuresNothing()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "needs a shell");
        using var repository = new TemporaryFolder();
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(repository.File("src/Harness"));
        await File.WriteAllTextAsync(
            repository.File("src/Harness/FileTransfer.Harness.csproj"), "<Project>", TestContext.Current.CancellationToken);
        const string Commit = "git init -q && git add . && git -c user.name=test -c user.email=test commit -qm broken";
        using (Process git = Process.Start("/bin/sh", ["-c", $"cd '{repository.Path}' && {Commit}"]))
        {
            await git.WaitForExitAsync(TestContext.Current.CancellationToken)
                .WaitAsync(Hang.Limit, TestContext.Current.CancellationToken);
            Assert.SkipUnless(git.ExitCode == 0, "needs git");
        }

        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            ["/bin/sh", "-c", $"cd '{repository.Path}' && exec \"$0\" \"$@\""],
            "compare", "--base", "HEAD", "--diff-env", "DOTNET_TieredPGO=0", "--output", folder.Path);

        Assert.True(exitCode == ExitCode.Usage, $"{exitCode}: {output} {errors}");
        Assert.Matches("^error: commit [0-9a-f]{12} cannot be built: .*error MSB", errors.TrimStart());
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    /// <summary>One round, which is all there is time for, is too little for any verdict, and shows that everything works.</summary>
    [ExhaustiveFact]
    public async Task Compare_OptionsThatDiffer_MeasuresBothSidesAndLeavesItsReports()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "compare", "--diff", "--wait poll", "--budget", "1s", "--strategies", "send-file", "--sizes", "1K", "--profile", "smoke",
            "--affinity", "same", "--output", folder.Path);
        Assert.True(exitCode == ExitCode.Inconclusive, $"{exitCode}: {output} {errors}");
        string run = Assert.Single(Directory.GetDirectories(folder.Path));
        Assert.Equal(["compare.html", "compare.json", "compare.md"], Directory.GetFileSystemEntries(run).Select(Path.GetFileName).Order());
        Assert.Contains(
            "--wait poll",
            await File.ReadAllTextAsync(Path.Combine(run, "compare.md"), TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
        // Tests that run beside this one are busy neighbours.
        Assert.Matches("invalid: at least 6 rounds are needed, and 1 count|1 disturbed round", output);
        Assert.Contains("repeat with: filetransfer compare --diff \"--wait poll\"", output, StringComparison.Ordinal);
    }
}
