using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>One run of several rounds, for all who look at one.</summary>
public sealed class ThreeRounds
{
    /// <summary>Of rounds.</summary>
    public const int Count = 3;

    private Task<RunResult>? _run;

    /// <summary>What was measured: three strategies that deliver, and the empty operation.</summary>
    internal Task<RunResult> RunAsync() => _run ??= MeasureAsync();

    private static async Task<RunResult> MeasureAsync()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--rounds", $"{Count}", "--strategies", "read-write-64k,send-file,coalesced-64k",
            "--sizes", "100K", "--affinity", "none", "--seed", "3", "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        return ResultsFile.Load(folder.Run());
    }
}
