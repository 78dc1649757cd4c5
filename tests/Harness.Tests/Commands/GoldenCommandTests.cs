using FileTransfer.Strategies;
using Xunit;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What the program prints about itself.</summary>
public sealed class GoldenCommandTests
{
    [Theory]
    [InlineData("help.txt", "--help")]
    [InlineData("help-bench.txt", "bench", "--help")]
    [InlineData("help-list.txt", "list", "--help")]
    [InlineData("help-send.txt", "send", "--help")]
    [InlineData("help-serve.txt", "serve", "--help")]
    [InlineData("help-report.txt", "report", "--help")]
    [InlineData("help-chart.txt", "chart", "--help")]
    [InlineData("help-harness-cost.txt", "harness-cost", "--help")]
    public async Task Help_OfEachCommand_IsAsDocumented(string golden, params string[] arguments)
    {
        (int exitCode, string output, string _) = await HarnessProcess.RunAsync(arguments);
        Assert.Equal(0, exitCode);
        Golden.Check(golden, output);
    }

    [Theory]
    [InlineData("list.txt", "list")]
    [InlineData("list.json", "list", "--json")]
    public async Task List_WhereEverythingRuns_IsAsDocumented(string golden, params string[] arguments)
    {
        string refused = string.Join("; ", StrategyCatalog.All.Select(strategy => strategy.Probe().Reason).OfType<string>().Distinct());
        Assert.SkipWhen(refused.Length > 0, $"this system does not offer everything: {refused}");
        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), arguments);
        Assert.Equal(0, exitCode);
        Golden.Check(golden, output.ReplaceLineEndings("\n"));
    }
}
