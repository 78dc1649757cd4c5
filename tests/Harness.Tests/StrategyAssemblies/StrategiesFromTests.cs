using System.Text.Json;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Proof;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.StrategyAssemblies;

/// <summary>Strategies of a user's own, from their assembly to a verdict.</summary>
public sealed class StrategiesFromTests
{
    private static readonly string[] s_own =
        ["my-copy-4k", "my-copy-64k", "my-liar", "my-forger", "my-thrower", "my-blocker", "my-unmakable", "my-loop", "my-printer"];

    [Fact]
    public void Load_AssemblyBesideCopiesOfOurs_HasTheContractsOfThisProgram()
    {
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(OwnAssembly.Path)!, "FileTransfer.Strategies.dll")));
        var loaded = StrategyAssembly.Load(OwnAssembly.Path);
        Assert.Equal(s_own, loaded.Strategies.Select(strategy => strategy.Id));
        Assert.Equal(StrategyCatalog.All, loaded.Known.All.Take(StrategyCatalog.All.Count));
        Assert.True(loaded.Known.Find("my-loop").IsSynchronous);
        Assert.True(loaded.Known.Find("my-loop@2").IsSynchronous);
        Assert.False(loaded.Known.Find("my-copy-4k").IsSynchronous);
    }

    [Fact]
    public void Load_FileOfAnotherBuild_IsRefused()
    {
        var loaded = StrategyAssembly.Load(OwnAssembly.Path);
        Assert.Equal(loaded.File, StrategyAssembly.Load(loaded.File).File);
        InvalidDataException exception = Assert.Throws<InvalidDataException>(
            () => StrategyAssembly.Load(loaded.File with { Sha256 = "another" }));
        Assert.Contains("was replaced during the run", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task List_ShowsTheAddedOnesAsSuch_BehindOurs()
    {
        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), "list", "--strategies-from", OwnAssembly.Path);
        Assert.Equal(ExitCode.Success, exitCode);
        string words = string.Join(' ', output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains(
            "my-loop sync FileStream.Read, Socket.Send, 32 KiB buffer; from FileTransfer.OwnStrategies.dll",
            words,
            StringComparison.Ordinal);

        (_, string json, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), "list", "--json", "--strategies-from", OwnAssembly.Path);
        using var list = JsonDocument.Parse(json);
        JsonElement[] rows = [.. list.RootElement.EnumerateArray()];
        Assert.All(rows[..StrategyCatalog.All.Count], row => Assert.False(row.TryGetProperty("from", out _)));
        Assert.Equal(s_own, rows[StrategyCatalog.All.Count..].Select(row => row.GetProperty("id").GetString()));
        Assert.All(
            rows[StrategyCatalog.All.Count..],
            row => Assert.Equal("FileTransfer.OwnStrategies.dll", row.GetProperty("from").GetString()));
    }

    [Fact]
    public async Task Bench_Plan_RecordsTheAssemblyAndRepeatsIt()
    {
        using var folder = new TemporaryFolder();
        string hash = StrategyAssembly.Load(OwnAssembly.Path).File.Sha256;
        var measurer = new FakeMeasurer();
        (int _, string output, string errors) = await HarnessProcess.RunWithAsync(
            measurer, "bench", "--strategies-from", OwnAssembly.Path, "--strategies", "my-*,send-file", "--sizes", "1K",
            "--output", folder.Path);
        Assert.Equal("", errors);
        Assert.Equal(
            ["null", "send-file", .. s_own],
            measurer.Plan!.Strategies.Where(one => one.Id != measurer.Plan.Twin).Select(one => one.Id));
        string expected = $"\nstrategies-from=FileTransfer.OwnStrategies.dll {OwnAssembly.Version}, SHA-256 {hash}\n";
        Assert.Contains(expected, output, StringComparison.Ordinal);
        Assert.Contains($" --strategies-from '{OwnAssembly.Path}' ", output, StringComparison.Ordinal);
    }

    [Fact]
    public void Resume_AssemblyThatWasBuiltAnew_IsRefused()
    {
        var now = StrategyAssembly.Load(OwnAssembly.Path);
        With(now.Description).ThrowIfReplaced(now);
        UsageException exception = Assert.Throws<UsageException>(() => With("Own.dll 1.0, SHA-256 another").ThrowIfReplaced(now));
        Assert.Contains(
            $"were those of Own.dll 1.0, SHA-256 another, and now the file is {now.Description}",
            exception.Message,
            StringComparison.Ordinal);

        static ResumedRun With(string recorded)
        {
            RunResult run = SampleRuns.Run();
            var options = new Dictionary<string, string> { ["strategies-from"] = recorded };
            return new ResumedRun(run with { Run = run.Run with { Options = options } }, "", [], []);
        }
    }

    /// <summary>Of all kinds at once: what fails says why, and the others are measured.</summary>
    [Fact]
    public async Task Bench_OwnStrategies_AreProvenAsOurs_AndThoseThatLieOrThrowFailAlone()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--strategies-from", OwnAssembly.Path,
            "--strategies", "send-file,my-copy-4k,my-liar,my-forger,my-thrower,my-unmakable,my-loop,my-printer", "--sizes", "1K",
            "--affinity", "none", "--output", folder.Path);

        Assert.True(exitCode == ExitCode.Failed, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        foreach (string id in (string[])["send-file", "my-copy-4k", "my-loop", "my-printer"])
        {
            Measurement measured = Of(id);
            Assert.True(measured.Outcome == Outcome.Measured, $"{id}: {measured.Reason}");
            Assert.Equal(measured.Statistics!.N, measured.VerifiedByCount);
            Assert.InRange(measured.VerifiedByChecksum, 2, int.MaxValue);
        }

        AssertFailed("my-liar", "CRC-32C");
        AssertFailed("my-forger", "one after another were acknowledged with a checksum", "claims deliveries that never arrived");
        AssertFailed("my-thrower", "KeyNotFoundException: nothing is where it was (MyFailures.cs:");
        AssertFailed("my-unmakable", "my-unmakable cannot be made: NotSupportedException: not today");
        Assert.StartsWith(
            $"FileTransfer.OwnStrategies.dll {OwnAssembly.Version}, SHA-256 ",
            run.Run.Options["strategies-from"],
            StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", output + errors, StringComparison.Ordinal);

        Measurement Of(string id) => Assert.Single(run.Measurements, measurement => measurement.Strategy == id);

        void AssertFailed(string id, params string[] anyOf)
        {
            Measurement failed = Of(id);
            Assert.Equal(Outcome.Failed, failed.Outcome);
            Assert.True(
                anyOf.Any(words => failed.Reason!.Contains(words, StringComparison.Ordinal)),
                $"{id} failed for another reason: {failed.Reason}");
        }
    }

    /// <summary>Takes as long as the harness waits for a sender that does not answer.</summary>
    [ExhaustiveFact]
    public async Task Bench_StrategyThatNeverReturns_IsEnded_AndTheOthersAreMeasured()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--strategies-from", OwnAssembly.Path, "--strategies", "my-blocker,my-loop", "--sizes", "1K",
            "--affinity", "none", "--output", folder.Path);
        Assert.True(exitCode == ExitCode.Failed, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Measurement blocked = Assert.Single(run.Measurements, measurement => measurement.Strategy == "my-blocker");
        Assert.Contains("the sender did not answer 'launch' within", blocked.Reason, StringComparison.Ordinal);
        Assert.Equal(Outcome.Measured, Assert.Single(run.Measurements, measurement => measurement.Strategy == "my-loop").Outcome);
    }

    [Theory]
    [InlineData("my-loop", ExitCode.Success, "10 confirmed by the receiver", "")]
    [InlineData("my-copy-64k", ExitCode.Success, "10 confirmed by the receiver", "")]
    [InlineData("my-thrower", ExitCode.Failed, "", "error: KeyNotFoundException: nothing is where it was (MyFailures.cs:")]
    [InlineData("my-unmakable", ExitCode.Failed, "", "error: my-unmakable cannot be made: NotSupportedException: not today")]
    [InlineData("my-liar", ExitCode.Failed, "", "CRC-32C")]
    [InlineData("my-forger", ExitCode.Failed, "", "transfers one after another were acknowledged with a checksum")]
    public async Task Send_OwnStrategy_IsMeasuredOrFailsInOneLine(string id, int expected, string printed, string said)
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "send", "--strategies-from", OwnAssembly.Path, "--strategy", id, "--size", "1K", "--count", "10", "--affinity", "none");
        Assert.True(exitCode == expected, output + errors);
        Assert.Contains(printed, output, StringComparison.Ordinal);
        Assert.Contains(said, errors, StringComparison.Ordinal);
        Assert.InRange(errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length, 0, 1);
    }

    [ExhaustiveFact]
    public async Task Send_LoadOfAnOwnStrategy_IsMade()
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "send", "--strategies-from", OwnAssembly.Path, "--strategy", "my-copy-64k", "--size", "10K", "--count", "100",
            "--connections", "4", "--affinity", "none");
        Assert.True(exitCode == ExitCode.Success, output + errors);
    }

    [ExhaustiveFact]
    public async Task Compare_OwnStrategyOnBothSides_IsCompared()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "compare", "--strategies-from", OwnAssembly.Path, "--strategies", "my-loop", "--sizes", "1K", "--profile", "smoke",
            "--affinity", "none", "--rounds", "1", "--inconclusive", "pass", "--diff", "--no-delay off", "--output", folder.Path);
        Assert.True(exitCode is ExitCode.Success or ExitCode.Failed, output + errors);
        Assert.Contains("my-loop", output, StringComparison.Ordinal);
        Assert.Contains($"--strategies-from {OwnAssembly.Path}", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("my-loop", "pread64 (", "sendto (", "its descriptor lists these calls, and no others")]
    [ExhaustiveInlineData("my-copy-4k", "pread64 (", "sendto (", "its descriptor lists SystemCalls = []; seen: [\"pread64\", \"sendto\"]")]
    public async Task Trace_OwnStrategy_PrintsTheCallsThatMovedThePayload(string id, params string[] printed)
    {
        Strace.SkipUnlessPossible();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "list", "--strategies-from", OwnAssembly.Path, "--trace", id);
        Assert.True(exitCode == ExitCode.Success, output + errors);
        Assert.StartsWith($"{id} over tcp, calls that moved the payload, as strace(1) saw them:\n", output, StringComparison.Ordinal);
        Assert.Matches(@"\n +1K  pread64 \(\d+ calls, \d+ bytes\), sendto \(\d+ calls, \d+ bytes\)\n", output);
        Assert.All(printed, words => Assert.Contains(words, output, StringComparison.Ordinal));
    }

    /// <summary>One of each way to a receiver: files, pipes, TLS, HTTP, fetches and kept files.</summary>
    [ExhaustiveTheory]
    [InlineData("splice")]
    [ExhaustiveInlineData("adaptive")]
    [ExhaustiveInlineData("io-uring")]
    [ExhaustiveInlineData("tls-read-write-64k")]
    [ExhaustiveInlineData("pipe-splice")]
    [ExhaustiveInlineData("http-put-stream")]
    [ExhaustiveInlineData("http-multipart-splice")]
    [ExhaustiveInlineData("rpc-read-all")]
    [ExhaustiveInlineData("serve-copy")]
    public async Task Trace_OfOurs_SeesTheCallsThatTheirDescriptorsList(string id)
    {
        Strace.SkipUnlessPossible();
        Availability availability = StrategyCatalog.Find(id).Probe();
        Assert.SkipUnless(availability.IsAvailable, availability.Reason ?? "");
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync("list", "--trace", id);
        Assert.True(exitCode == ExitCode.Success, output + errors);
        Assert.EndsWith("its descriptor lists these calls, and no others\n", output.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Trace_StrategyThatFails_SaysWhy()
    {
        Strace.SkipUnlessPossible();
        (int exitCode, string _, string errors) = await HarnessProcess.RunAsync(
            "list", "--strategies-from", OwnAssembly.Path, "--trace", "my-thrower");
        Assert.Equal(ExitCode.Failed, exitCode);
        Assert.StartsWith(
            "error: my-thrower under strace: KeyNotFoundException: nothing is where it was (MyFailures.cs:",
            errors,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Trace_WithoutStrace_SaysWhatToInstall()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere it says that it needs Linux");
        (int exitCode, string _, string errors) = await HarnessProcess.RunUnderAsync(
            ["env", "PATH=/nowhere"], "list", "--trace", "send-file");
        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Equal("error: --trace needs strace(1), and it is not installed; install the package strace\n", errors);
    }
}
