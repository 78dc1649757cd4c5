using System.Net;
using System.Text.Json;
using FileTransfer.Server.Tests.Hostile;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests;

/// <summary><c>GET /metrics</c> tells in OpenMetrics text what <c>/stats</c> tells in JSON.</summary>
public sealed class MetricsTests
{
    [Fact]
    public async Task Metrics_AfterTransfersAndAnError_AreThoseOfTheStatistics()
    {
        await using RunningServer server = await RunningServer.StartAsync("--max-length", "1M", "--receivers", "tcp,tcp-verify,http");
        using (WireClient client = await server.ConnectAsync())
        {
            await client.ExchangeAsync(Content.Of(1000));
            await client.ExchangeAsync(Content.Of(234));
        }

        using WireClient open = await server.ConnectAsync("tcp");
        await open.SendAsync(WireClient.Frame(Content.Of(10)));
        // This receiver checks few frames, by chance.
        Assert.Equal(10, (await open.ReadAnswerAsync()).Status);
        using WireClient greedy = await server.ConnectAsync("tcp-verify");
        await greedy.SendAsync(WireClient.Frame(1L << 40, []));
        await server.WaitForStatsAsync("tcp-verify", stats => stats.GetProperty("errors").EnumerateObject().Any()
            && stats.GetProperty("openConnections").GetInt64() == 0);

        JsonElement before = await server.GetJsonAsync("/stats");
        StrictOpenMetrics metrics = await GetMetricsAsync(server);
        JsonElement after = await server.GetJsonAsync("/stats");

        Dictionary<string, double> expected = [];
        foreach (JsonProperty receiver in before.GetProperty("receivers").EnumerateObject())
        {
            void Expect(string name, string property) =>
                expected[$"filetransfer_receiver_{name}{{receiver=\"{receiver.Name}\"}}"] = receiver.Value.GetProperty(property).GetInt64();
            Expect("transfers_total", "frames");
            Expect("bytes_total", "bytes");
            Expect("connections_total", "connections");
            Expect("open_connections", "openConnections");
            foreach (JsonProperty error in receiver.Value.GetProperty("errors").EnumerateObject())
            {
                string labels = $"kind=\"{error.Name}\",receiver=\"{receiver.Name}\"";
                expected[$"filetransfer_receiver_errors_total{{{labels}}}"] = error.Value.GetInt64();
            }
        }

        Assert.Equal(1234, expected["filetransfer_receiver_bytes_total{receiver=\"tcp-verify\"}"]);
        Assert.Equal(1, expected["filetransfer_receiver_open_connections{receiver=\"tcp\"}"]);
        Assert.Contains(expected.Keys, key => key.StartsWith("filetransfer_receiver_errors_total", StringComparison.Ordinal));
        Assert.Equal(
            expected.OrderBy(one => one.Key, StringComparer.Ordinal),
            metrics.Values
                .Where(one => one.Key.StartsWith("filetransfer_receiver", StringComparison.Ordinal))
                .OrderBy(one => one.Key, StringComparer.Ordinal));
        Assert.InRange(
            metrics.Values["process_cpu_seconds_total"],
            before.GetProperty("cpuSeconds").GetDouble(),
            after.GetProperty("cpuSeconds").GetDouble());
        Assert.InRange(
            metrics.Values["filetransfer_server_uptime_seconds"],
            before.GetProperty("uptimeSeconds").GetDouble(),
            after.GetProperty("uptimeSeconds").GetDouble());
        Assert.Equal("counter", metrics.Types["filetransfer_receiver_bytes"]);
        Assert.Equal("seconds", metrics.Units["process_cpu_seconds"]);
    }

    [Fact]
    public async Task Metrics_WithoutTheToken_AreRefused()
    {
        await using RunningServer server = await RunningServer.StartAsync("--token", TokenServer.Token, "--receivers", "tcp");
        using (HttpResponseMessage refused = await server.GetAsync("/metrics"))
        {
            Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);
            Assert.DoesNotContain(
                "filetransfer_", await refused.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        }

        server.Authorize(TokenServer.Token);
        Assert.NotEmpty((await GetMetricsAsync(server)).Values);
    }

    private static async Task<StrictOpenMetrics> GetMetricsAsync(RunningServer server)
    {
        using HttpResponseMessage response = await server.GetAsync("/metrics");
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("application/openmetrics-text; version=1.0.0; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        return StrictOpenMetrics.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }
}
