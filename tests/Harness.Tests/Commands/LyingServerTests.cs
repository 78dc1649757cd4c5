using System.Text.Json;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>The promise, kept by the whole program: what a receiver did not confirm in full never becomes a number.</summary>
public sealed class LyingServerTests
{
    /// <summary>Of the two, a synchronous one and an asynchronous one, each test takes another unless everything is asked for.</summary>
    private static readonly string[] s_strategies = Exhaustive.Or<string[]>(["copy-to-async"], ["send-file", "copy-to-async"]);

    public static TheoryData<string> Misled => [.. Exhaustive.Or<string[]>(["send-file"], ["send-file", "copy-to-async"])];

    [Fact]
    public async Task Bench_ReceiverConfirmsSomethingElse_FailsThoseCasesAndShowsNoNumber()
    {
        using var folder = new TemporaryFolder();
        await using LyingServer server = await LyingServer.StartAsync((kind, real) => (kind, real.Status) switch
        {
            ("tcp", 1024) => real with { Status = real.Status - 1 },
            ("tcp-verify", 2048) => real with { Crc32C = real.Crc32C ^ 1 },
            _ => real,
        });

        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--strategies", string.Join(',', s_strategies),
            "--sizes", "1K,2K,4K", "--server", server.Control, "--output", folder.Path);

        Assert.True(exitCode == 1, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.False(run.Run.Partial);
        foreach (string strategy in s_strategies)
        {
            ExpectFailed(run, output, strategy, "1K", 1024, "the receiver confirmed 1023 bytes of a payload of 1024");
            ExpectFailed(run, output, strategy, "2K", 2048, "the receiver confirmed 2048 bytes with CRC-32C ", " has 2048 bytes with ");
            // The relay itself breaks nothing: what the receiver says of this size is passed on as it is.
            Measurement honest = Assert.Single(
                run.Measurements,
                measurement => measurement.Strategy == strategy && measurement.SizeBytes == 4096);
            Assert.True(honest.Outcome == Outcome.Measured, honest.Reason);
            Assert.Equal(honest.Statistics!.N, honest.VerifiedByCount);
        }

        // Read as any other program would: no field with a number may be there, whatever it is called.
        using var document = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Run(), ResultsFile.FileName)));
        JsonElement[] failed = [.. document.RootElement
            .GetProperty("measurements")
            .EnumerateArray()
            .Where(measurement => measurement.GetProperty("outcome").GetString() == "failed")];
        Assert.Equal(2 * s_strategies.Length, failed.Length);
        foreach (JsonProperty property in failed.SelectMany(measurement => measurement.EnumerateObject()))
        {
            Assert.True(IsNoMeasure(property), $"a failed measurement has {property}");
        }
    }

    /// <summary>Each size but the last meets another misdeed on the measured connection; the order of the cases is chance.</summary>
    [ExhaustiveTheory]
    [MemberData(nameof(Misled))]
    public async Task Bench_ReceiverMisbehavesOnTheMeasuredConnection_FailsThatCaseOnly(string strategy)
    {
        // A busy machine makes few transfers in a smoke run.
        const int Later = 5;
        using var folder = new TemporaryFolder();
        await using LyingServer server = await LyingServer.StartAsync(
            (kind, real, number) => (kind, real.Status) switch
            {
                ("tcp", 1024) => RelayedAnswer.TwiceOf(real),
                ("tcp", 2048) when number == Later => RelayedAnswer.TwiceOf(real),
                ("tcp", 4096) when number == Later => RelayedAnswer.Of(real) with { Ends = true },
                ("tcp", 5120) when number == Later => RelayedAnswer.Of(real) with { Ends = true, Resets = true },
                ("tcp", 6144) when number == Later => new RelayedAnswer([.. "HTTP/1.1 400 Bad"u8]),
                ("tcp", 7168) when number == Later => new RelayedAnswer(RelayedAnswer.Of(real).Bytes[..7], Ends: true),
                _ => RelayedAnswer.Of(real),
            },
            (kind, length) => (kind, length) is ("tcp", 3072));

        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--strategies", strategy,
            "--sizes", "1K,2K,3K,4K,5K,6K,7K,8K", "--server", server.Control, "--output", folder.Path);

        Assert.True(exitCode == 1, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.False(run.Run.Partial);
        ExpectFailed(run, output, strategy, "1K", 1024, "the receiver acknowledged a frame twice");
        // The one answer too many may still be under way in the relay; then the checked frames show that all are off by one.
        ExpectFailedByOneOf(
            run, strategy, 2048, "the receiver acknowledged a frame twice", "its acknowledgements do not belong to its transfers");
        // The real server behind may not have counted all frames yet when it is asked, or count late those from before the samples.
        ExpectFailedByOneOf(
            run, strategy, 3072, "something acknowledges in the receiver's place", "or the receiver acknowledged them before they did",
            "another client uses this server");
        ExpectFailedByOneOf(run, strategy, 4096, "after 0 of the 16 bytes of an acknowledgement", "connection lost while");
        ExpectFailedByOneOf(run, strategy, 5120, "connection lost while", "after 0 of the 16 bytes of an acknowledgement");
        ExpectFailed(run, output, strategy, "6K", 6144, "the other end does not use this wire format");
        ExpectFailed(run, output, strategy, "7K", 7168, "after 7 of the 16 bytes of an acknowledgement");
        Measurement honest = Assert.Single(run.Measurements, one => one.Strategy == strategy && one.SizeBytes == 8192);
        Assert.DoesNotContain("   at ", output + errors, StringComparison.Ordinal);
        // Through the relay an empty frame takes milliseconds on a busy machine, and a transfer less as soon as that is less busy.
        if (honest.Reason?.Contains("but an empty frame takes at least", StringComparison.Ordinal) != true)
        {
            Assert.True(honest.Outcome == Outcome.Measured, honest.Reason);
            Assert.Equal(honest.Statistics!.N, honest.VerifiedByCount);
        }
    }

    private static void ExpectFailedByOneOf(RunResult run, string strategy, long bytes, params string[] reasons)
    {
        Measurement measurement = Assert.Single(run.Measurements, one => one.Strategy == strategy && one.SizeBytes == bytes);
        Assert.Equal(Outcome.Failed, measurement.Outcome);
        Assert.True(
            reasons.Any(reason => measurement.Reason!.Contains(reason, StringComparison.Ordinal)),
            $"{bytes}: {measurement.Reason}");
    }

    private static void ExpectFailed(RunResult run, string output, string strategy, string size, long bytes, params string[] reason)
    {
        Measurement measurement = Assert.Single(
            run.Measurements,
            candidate => candidate.Strategy == strategy && candidate.SizeBytes == bytes);
        Assert.Equal(Outcome.Failed, measurement.Outcome);
        Assert.All(reason, part => Assert.Contains(part, measurement.Reason, StringComparison.Ordinal));
        Assert.Contains($"FAILED {strategy} {size}: {measurement.Reason}", output, StringComparison.Ordinal);
    }

    private static bool IsNoMeasure(JsonProperty property) => property.Name switch
    {
        "sizeBytes" or "dimensions" => true,
        "launches" or "observations" => property.Value.GetArrayLength() == 0,
        "verifiedByCount" or "verifiedByChecksum" => property.Value.GetInt64() == 0,
        _ => property.Value.ValueKind is JsonValueKind.String or JsonValueKind.Null,
    };
}
