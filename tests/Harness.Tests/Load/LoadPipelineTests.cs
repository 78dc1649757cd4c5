using System.CommandLine;
using System.Text.Json;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Tests.Commands;

namespace FileTransfer.Harness.Tests.Load;

/// <summary><c>load</c> in a pipeline: exit code, JSON and metrics of the real command line.</summary>
public sealed class LoadPipelineTests
{
    private static readonly string[] s_short = ["--strategy", "send-async", "--size", "1K", "--count", "150", "--warmup", "10"];

    [Fact]
    public async Task Load_CrossedThreshold_EndsWith1AndTellsTheSameEverywhere()
    {
        using var folder = new TemporaryFolder();
        string prom = folder.File("load.prom");
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            ["load", .. s_short, "--connections", "2", "--fail-if", "p50>1ns", "--fail-if", "rate<0.1", "--fail-if", "p99.9>1s",
                "--json", "--metrics", prom, "--output", folder.Path]);
        Assert.True(exitCode == 1, output + errors);
        Assert.Equal(await File.ReadAllTextAsync(folder.File("load.json"), TestContext.Current.CancellationToken), output);
        Assert.Contains("repeat with: filetransfer load --strategy send-async", errors, StringComparison.Ordinal);
        Assert.Contains(
            "--fail-if 'p50>1ns' --fail-if 'rate<0.1' --fail-if 'p99.9>1s' --connections 2\n", errors, StringComparison.Ordinal);
        Assert.Contains("\nthreshold p50>1ns: crossed, ", errors, StringComparison.Ordinal);
        Assert.Contains("\nthreshold rate<0.1: met, ", errors, StringComparison.Ordinal);
        Assert.Contains("\nthreshold p99.9>1s: not known at 2 connections, which counts as crossed: ", errors, StringComparison.Ordinal);

        using var document = JsonDocument.Parse(output);
        JsonElement[] thresholds = [.. document.RootElement.GetProperty("thresholds").EnumerateArray()];
        Assert.Equal(["p50>1ns", "rate<0.1", "p99.9>1s"], thresholds.Select(one => one.GetProperty("condition").GetString()));
        Assert.Equal([false, true, false], thresholds.Select(one => one.GetProperty("isMet").GetBoolean()));

        StrictOpenMetrics metrics =
            StrictOpenMetrics.Parse(await File.ReadAllTextAsync(prom, TestContext.Current.CancellationToken));
        Assert.Equal(0, metrics.Values["filetransfer_load_threshold_met{size=\"1K\",strategy=\"send-async\",threshold=\"p50>1ns\"}"]);
        JsonElement result = document.RootElement.GetProperty("points")[0].GetProperty("result");
        double p50 = result.GetProperty("latencyNanoseconds").GetProperty("p50").GetDouble();
        Assert.Equal(p50, thresholds[0].GetProperty("value").GetDouble());
        const string Labels = "connections=\"2\",quantile=\"0.5\",size=\"1K\",step=\"2\",strategy=\"send-async\"";
        Assert.Equal(p50 / 1e9, metrics.Values[$"filetransfer_load_latency_seconds{{{Labels}}}"], 1e-15);
    }

    [ExhaustiveFact]
    public async Task Load_ThresholdsThatAreMet_EndsWith0()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            ["load", .. s_short, "--connections", "1", "--fail-if", "p90>3600s", "--fail-if", "errors>0.1%", "--output", folder.Path]);
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("\nthreshold p90>3600s: met, ", output, StringComparison.Ordinal);
        Assert.Contains("\nthreshold errors>0.1%: met, 0 % at 1 connection\n", output, StringComparison.Ordinal);
        // The line repeats what was written, and not what follows from it.
        Assert.DoesNotContain("--max-errors", output, StringComparison.Ordinal);
    }

    /// <summary>Otherwise the first error would end the load, and a threshold of errors could only be 0.</summary>
    [Theory]
    [InlineData("errors>0.1%", null, "--max-errors 100%")]
    [InlineData("errors>=5", "200", "--max-errors 200")]
    [InlineData("errors>0.1%", null, "", "--max-errors", "3")]
    [InlineData("errors<1", null, "")]
    [InlineData("p99>1ms", null, "")]
    public void WordsToGoOn_ThresholdOfErrors_LetTheLoadGoOn(string condition, string? count, string expected, params string[] arguments)
    {
        var options = new LoadOptions();
        var command = new Command("load");
        command.AddAll(options.All);
        Assert.Equal(
            expected, string.Join(' ', options.WordsToGoOn(command.Parse(arguments), [ThresholdReader.Read(condition)], count)));
    }
}
