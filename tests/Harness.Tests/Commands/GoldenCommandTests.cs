using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.RegularExpressions;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What the program prints about itself.</summary>
public sealed partial class GoldenCommandTests
{
    private static readonly JsonSerializerOptions s_plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [Theory]
    [InlineData("help.txt", "--help")]
    [InlineData("help-bench.txt", "bench", "--help")]
    [InlineData("help-list.txt", "list", "--help")]
    [InlineData("help-send.txt", "send", "--help")]
    [InlineData("help-load.txt", "load", "--help")]
    [InlineData("help-merge.txt", "merge", "--help")]
    [InlineData("help-serve.txt", "serve", "--help")]
    [InlineData("help-report.txt", "report", "--help")]
    [InlineData("help-chart.txt", "chart", "--help")]
    [InlineData("help-compare.txt", "compare", "--help")]
    [InlineData("help-explain.txt", "explain", "--help")]
    public async Task Help_OfEachCommand_IsAsDocumented(string golden, params string[] arguments)
    {
        (int exitCode, string output, string _) = await HarnessProcess.RunAsync(arguments);
        Assert.Equal(0, exitCode);
        Golden.Check(golden, output);
    }

    [Fact]
    public async Task List_WhereEverythingRuns_HasTheGoldenRows()
    {
        string output = await ListAsync();
        Assert.All(output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        // Without the padding, which a long id changes.
        Check("list.txt", output.Split('\n').Select(line => Padding().Replace(line.TrimEnd(), " ")).Where(line => line.Length > 0));
    }

    [Fact]
    public async Task List_AsJson_HasTheGoldenRows()
    {
        using var list = JsonDocument.Parse(await ListAsync("--json"));
        Check("list.jsonl", list.RootElement.EnumerateArray().Select(strategy => JsonSerializer.Serialize(strategy, s_plain)));
    }

    [GeneratedRegex(" {2,}")]
    private static partial Regex Padding();

    private static void Check(string golden, IEnumerable<string> rows) => GoldenRows.Check(
        Path.Combine(Golden.Root, "tests", "Harness.Tests", "Golden", golden),
        rows,
        "tests/Harness.Tests --filter FullyQualifiedName~GoldenCommandTests.List_");

    private static async Task<string> ListAsync(params string[] arguments)
    {
        string refused = string.Join("; ", StrategyCatalog.All
            .Where(strategy => !strategy.NeedsWindows)
            .Select(strategy => strategy.Probe().Reason).OfType<string>().Distinct());
        Assert.SkipWhen(refused.Length > 0, $"this system does not offer everything: {refused}");
        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), ["list", .. arguments]);
        Assert.Equal(0, exitCode);
        return output.ReplaceLineEndings("\n");
    }
}
