using System.Text.Json;
using System.Xml.Linq;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Comparing;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>What a comparison tells, and its exit code.</summary>
public sealed class CompareReportTests
{
    [Fact]
    public void Markdown_ARegression_IsFirstAndTheRestIsFolded()
    {
        CompareResult result = Result(new SimulatedRounds(1) { Noise = 0.01 }, slower: "send-file");
        string text = CompareMarkdown.Text(result);
        Assert.StartsWith(CompareMarkdown.Marker, text, StringComparison.Ordinal);
        Assert.Contains("### FileTransfer: 1 regression, 3 equivalent", text, StringComparison.Ordinal);
        int regression = text.IndexOf("| 1K | send-file |", StringComparison.Ordinal);
        int folded = text.IndexOf("<details><summary>3 other cases</summary>", StringComparison.Ordinal);
        Assert.InRange(regression, 1, folded);
        Assert.Contains("filetransfer compare", text, StringComparison.Ordinal);
        Assert.Contains("The smallest change that would have been seen: ", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_ThousandsOfCases_StaysBelowTheLimit()
    {
        CompareResult small = Result(new SimulatedRounds(1) { Noise = 0.01 }, slower: "send-file");
        CompareResult large = small with { Cases = [.. Enumerable.Range(0, 3000).Select(index => small.Cases[index % small.Cases.Count])] };
        string text = CompareMarkdown.Text(large);
        Assert.InRange(text.Length, 1000, CompareMarkdown.Longest + 500);
        Assert.Contains("more are in compare.json", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Json_HasVerdictsAndEveryRound()
    {
        CompareResult result = Result(new SimulatedRounds(1) { Noise = 0.01 }, slower: "send-file");
        using var json = JsonDocument.Parse(CompareFile.Text(result));
        Assert.Equal("filetransfer-compare/1", json.RootElement.GetProperty("schema").GetString());
        JsonElement one = json.RootElement.GetProperty("cases").EnumerateArray()
            .Single(candidate => candidate.GetProperty("strategy").GetString() == "send-file");
        Assert.Equal("Regression", one.GetProperty("verdict").GetString());
        Assert.Equal(result.Rounds, one.GetProperty("logRatios").GetArrayLength());
    }

    [Fact]
    public void Html_ShowsEveryCaseAndEveryRoundAndLoadsNothing()
    {
        CompareResult result = Result(new SimulatedRounds(1) { Noise = 0.01 }, slower: "send-file") with { Doctor = ["a <neighbour>"] };
        var writer = new StringWriter();
        CompareHtml.Write(result, writer);
        var page = XDocument.Parse(writer.ToString());
        XElement[] pictures = [.. page.Descendants().Where(element => element.Attribute("class")?.Value == "picture")];
        Assert.Equal(result.Cases.Count, pictures.Length);
        Assert.Contains("send-file at 1K: regression", pictures[0].Value, StringComparison.Ordinal);
        Assert.Contains("round 12, other: ", pictures[0].Value, StringComparison.Ordinal);
        Assert.Contains("a <neighbour>", page.Root!.Value, StringComparison.Ordinal);
        Assert.DoesNotContain(page.Descendants().Attributes(), attribute => attribute.Value.StartsWith("http", StringComparison.Ordinal)
            && attribute.Name.LocalName is "src" or "href");
    }

    [Fact]
    public void Html_NothingMeasured_IsStillAPage()
    {
        CompareResult result = Result(new SimulatedRounds(1) { Noise = 0.01 }, slower: null) with { Cases = [] };
        var writer = new StringWriter();
        CompareHtml.Write(result, writer);
        Assert.Contains("nothing was measured", XDocument.Parse(writer.ToString()).Root!.Value, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, 0.01, ExitCode.Success)]
    [InlineData("send-file", 0.01, ExitCode.Failed)]
    [InlineData(null, 0.4, ExitCode.Inconclusive)]
    public void ExitCode_IsThatOfTheWorst(string? slower, double noise, int exitCode) =>
        Assert.Equal(exitCode, CompareCommand.ExitCodeOf(Result(new SimulatedRounds(1) { Noise = noise }, slower), ExitCode.Inconclusive));

    [Fact]
    public void ExitCode_ADisturbedMachine_CannotTell() => Assert.Equal(
        ExitCode.Inconclusive,
        CompareCommand.ExitCodeOf(Result(new SimulatedRounds(1) { Noise = 0.01 }, null) with { IsUnfit = true }, ExitCode.Inconclusive));

    private static CompareResult Result(SimulatedRounds simulated, string? slower)
    {
        IReadOnlyList<ComparisonRound> rounds =
        [
            .. simulated.Make(12).Select(round => round with
            {
                Other = round.Other with
                {
                    Measurements =
                    [
                        .. round.Other.Measurements.Select(measurement => measurement.Strategy == slower
                            ? SampleRuns.Measured(slower, 1024, (long)(1.4 * measurement.Launches[0].MedianNanoseconds))
                            : measurement),
                    ],
                },
            }),
        ];
        var comparison = SideComparison.Of(rounds, 1.05);
        return new CompareResult
        {
            StartedUtc = new DateTimeOffset(2024, 5, 6, 7, 8, 9, TimeSpan.Zero),
            Command = "filetransfer compare --diff \"--congestion-control bbr\"",
            Base = "as it is",
            Other = "--congestion-control bbr",
            Machine = "Example CPU, 2 cores, kernel 6.1.0",
            BaseCommit = "0123456789ab",
            OtherCommit = "0123456789ab",
            Rounds = rounds.Count,
            Refusals = [],
            IsUnfit = false,
            ErrorRate = 0.05,
            Threshold = 1.05,
            Margin = comparison.Margin,
            Cases = comparison.Cases,
        };
    }
}
