using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>npm's autocannon, which nobody here wrote, reads our histograms and merges them to the same percentiles.</summary>
public sealed class AutocannonMergeTests
{
    /// <summary>Where .ci/run installs it, and anybody else may: npm install --prefix artifacts/autocannon autocannon@9.0.0.</summary>
    private static readonly string s_module = Path.Combine(Golden.Root, "artifacts", "autocannon", "node_modules", "autocannon");

    /// <summary>Merges as autocannon does with the results of its workers, and prints what it found of the latencies.</summary>
    private const string Script = """
        const fs = require('fs');
        const [module, ...files] = process.argv.slice(1);
        const aggregate = require(module + '/lib/aggregateResult');
        const none = { samples: 0, errors: 0, timeouts: 0, mismatches: 0, non2xx: 0, resets: 0, statusCodeStats: {},
            '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
        const results = files.map(file => JSON.parse(fs.readFileSync(file))).map(one => ({ ...none, latencies: one.histogram,
            requests: one.histogram, throughput: one.histogram, totalCompletedRequests: one.transfers, totalRequests: one.transfers,
            totalBytes: one.bytes }));
        console.log(JSON.stringify(aggregate(results, {}).latency));
        """;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(8)]
    public async Task Merge_Histograms_IsWhatAutocannonMerges(int senders)
    {
        Assert.SkipUnless(Directory.Exists(s_module), "needs autocannon: npm install --prefix artifacts/autocannon autocannon@9.0.0");
        using var folder = new TemporaryFolder();
        LoadSource[] sources =
        [
            .. Enumerable.Range(1, senders).Select(i => new LoadSource(
                folder.File(string.Create(CultureInfo.InvariantCulture, $"{i}.json")),
                LoadResults.Of(LoadResults.Latencies(2000 * i, i), keepsSamples: false, seed: i))),
        ];
        Array.ForEach(sources, source => LoadFile.Save(source.File, source.Result));

        using var theirs = JsonDocument.Parse(await RunAsync(["-e", Script, s_module, .. sources.Select(source => source.File)]));
        LoadResult ours = LoadMerge.Merge(sources);
        JsonElement latency = theirs.RootElement;
        Assert.Equal(ours.Transfers, latency.GetProperty("totalCount").GetInt64());
        LatencySummary summary = ours.LatencyNanoseconds!;
        Assert.Equal(
            [summary.P50, summary.P90, summary.P99, summary.P999],
            ((string[])["p50", "p90", "p99", "p99_9"]).Select(name => latency.GetProperty(name).GetDouble()));
    }

    private static async Task<string> RunAsync(IReadOnlyList<string> arguments)
    {
        using Process node = Process.Start(new ProcessStartInfo("node", arguments) { RedirectStandardOutput = true })!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(TimeSpan.FromMinutes(1));
        string printed = await node.StandardOutput.ReadToEndAsync(limit.Token);
        await node.WaitForExitAsync(limit.Token);
        Assert.Equal(0, node.ExitCode);
        return printed;
    }
}
