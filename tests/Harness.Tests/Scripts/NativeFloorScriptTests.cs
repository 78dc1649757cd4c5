using System.Diagnostics;
using FileTransfer.Harness.Tests.Commands;
using Xunit;

namespace FileTransfer.Harness.Tests.Scripts;

/// <summary>scripts/native-floor.sh with stand-ins for both programs: what it makes of their answers.</summary>
public sealed class NativeFloorScriptTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Run_EverythingAnswers_ComparesTheFastestOfAll()
    {
        (int exitCode, string errors, string table, _) = await RunAsync(
            """*"send --strategy saea "*) echo '{"p50":9000,"senderCpuSecondsPerGB":1,"receiverCpuSecondsPerGB":2}';;""");
        Assert.True(exitCode == 0, errors);
        // Whatever the catalog has competes, and so does every native way: the floor's first is the fastest.
        Assert.Contains("| 1K | saea | 9 | uring/more | 7 | 1.286 |", table, StringComparison.Ordinal);
        Assert.Contains("| 1K | mapped-kept | 20 | mmapw/writev | 16 | 1.250 |", table, StringComparison.Ordinal);
        Assert.Contains("| 1K | 20 | saea | 9 | 2.222 | 20 | 1.00 |", table, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "'  '")]
    [InlineData("""echo '{"p50":0,"senderCpuSecondsPerGB":1,"receiverCpuSecondsPerGB":2}'""", "'0 1 2'")]
    [InlineData("""echo '{"p50":9000}'""", "'9  '")]
    public async Task Run_StrategyWithoutAMedian_EndsNamingItAndKeepsTheRest(string answer, string named)
    {
        (int exitCode, string errors, string table, string csv) = await RunAsync($"""*"send --strategy mapped-kept "*) {answer};;""");
        Assert.Equal(1, exitCode);
        Assert.StartsWith($".NET mapped-kept at 1K: {named} is no median", errors, StringComparison.Ordinal);
        Assert.Equal("", table);
        Assert.DoesNotContain("mapped-kept", csv, StringComparison.Ordinal);
        Assert.Contains(".NET,splice-kept,1K,1,20,1,2", csv, StringComparison.Ordinal);
    }

    /// <summary>Runs it for one size, in one process each; <paramref name="special"/> is a case of the stand-in that answers otherwise.</summary>
    private static async Task<(int ExitCode, string Errors, string Table, string Csv)> RunAsync(string special)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the script needs bash and taskset(1)");
        using var folder = new TemporaryFolder();
        // The real catalog, so that a new strategy takes part without a word here.
        await File.WriteAllTextAsync(folder.File("catalog"), await CatalogAsync(), TestContext.Current.CancellationToken);
        Executable(folder.File("dotnet"), $$"""
            case "$*" in
                *" list --json") cat "{{folder.File("catalog")}}";;
                {{special}}
                *) echo '{"p50":20000,"senderCpuSecondsPerGB":1,"receiverCpuSecondsPerGB":2}';;
            esac
            """);
        string floor = folder.File("floor");
        Executable(floor, """
            [ "$1" = uring ] && median=7 || median=16
            echo "$1,$2,$3,$4,$5,$6,1,$median,3,4,5,0.1,0.2"
            """);
        string results = folder.File("results");
        var start = new ProcessStartInfo("bash", [Path.Combine(Golden.Root, "scripts", "native-floor.sh"), floor, results, "1", "1K"]) { RedirectStandardError = true };
        start.Environment["PATH"] = $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}";
        using Process script = Process.Start(start)!;
        using var limit = new CancellationTokenSource(s_limit);
        string errors = await script.StandardError.ReadToEndAsync(limit.Token);
        await script.WaitForExitAsync(limit.Token);
        return (script.ExitCode, errors, Read("native-floor.md"), Read("native-floor.csv"));

        string Read(string name) => File.Exists(Path.Combine(results, name)) ? File.ReadAllText(Path.Combine(results, name)) : "";
    }

    private static async Task<string> CatalogAsync()
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "list", "--json");
        Assert.True(exitCode == 0, errors);
        return output;
    }

    private static void Executable(string path, string script)
    {
        File.WriteAllText(path, $"#!/usr/bin/env bash\n{script}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }
}
