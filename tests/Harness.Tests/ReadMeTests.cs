using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Reports;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies;
using Xunit;

namespace FileTransfer.Harness.Tests;

/// <summary>The README's tables are those of committed results; UPDATE_GOLDEN=1 in the environment writes them anew.</summary>
public sealed partial class ReadMeTests
{
    private const int MostRows = 30;

    [Fact]
    public void Tables_InTheReadMe_AreThoseOfTheCommittedRuns()
    {
        string path = Path.Combine(Golden.Root, "README.md");
        string readme = File.ReadAllText(path);
        Assert.Matches(Block(), readme);

        string expected = Block().Replace(readme, match => $"{match.Groups["begin"].Value}\n{Render(match.Groups["run"].Value)}{match.Groups["end"].Value}");
        expected = Quotation().Replace(expected, match => $"{match.Groups["begin"].Value}\n{Quote(match.Groups["file"].Value)}\n{match.Groups["end"].Value}");

        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(path, expected);
            return;
        }

        Assert.True(Golden.FirstDifference(expected, readme) is null, $"README.md differs from the committed runs: {Golden.FirstDifference(expected, readme)}\nRun the tests with UPDATE_GOLDEN=1.");
    }

    private static string Render(string runFolder)
    {
        RunResult run = ResultsFile.Load(Path.Combine(Golden.Root, runFolder));
        var text = new StringBuilder();
        // A pipe has none.
        string congestionControl = run.Environment.SenderCongestionControl is { } used ? $"{used}, " : "";
        text.Append(CultureInfo.InvariantCulture, $"{run.Environment.Sender.Processor}, {run.Environment.Sender.Cores} cores, {run.Environment.Sender.OperatingSystem}, kernel {run.Environment.Sender.Kernel}, {run.Environment.Sender.Runtime}, {congestionControl}{run.Run.StartedUtc:yyyy-MM-dd}, profile {run.Run.Profile}; from [{runFolder}]({runFolder}/report.md):\n\n");
        if (Requests.Of(run).Count > 0)
        {
            return text.Append(MarkdownRequests.Content(run)).Append('\n').ToString();
        }

        if (run.Measurements.Count(Verdicts.Delivers) > MostRows)
        {
            AppendMedians(text, run);
            return text.Append('\n').ToString();
        }

        text.Append("| size | strategy | P50 | P99 | MB/s | CPU s/GB, sender + receiver | allocated B | speed-up (95 % CI) |\n");
        text.Append("|---|---|---:|---:|---:|---:|---:|---:|\n");
        foreach (Measurement measurement in run.Measurements.Where(Verdicts.Delivers))
        {
            text.Append(Row(run, measurement));
        }

        AppendVerdicts(text, run);
        return text.Append('\n').ToString();
    }

    private static void AppendVerdicts(StringBuilder text, RunResult run)
    {
        text.Append('\n');
        foreach (Verdict verdict in Verdicts.Of(run))
        {
            text.Append(CultureInfo.InvariantCulture, $"- {verdict.Text}\n");
        }
    }

    /// <summary>One row per strategy and one column per size, for runs whose cases would fill pages.</summary>
    private static void AppendMedians(StringBuilder text, RunResult run)
    {
        long[] sizes = [.. run.Measurements.Select(measurement => measurement.SizeBytes).Distinct().Order()];
        ILookup<(long, string), string> fastest = Verdicts.Of(run)
            .SelectMany(verdict => verdict.Fastest.Select(id => (verdict.SizeBytes, verdict.Transport, Id: id)))
            .ToLookup(leader => (leader.SizeBytes, leader.Transport), leader => leader.Id);
        text.Append(CultureInfo.InvariantCulture, $"| P50 | {string.Join(" | ", sizes.Select(size => new ByteSize(size)))} |\n|---|{string.Concat(sizes.Select(_ => "---:|"))}\n");
        foreach (IGrouping<string, Measurement> strategy in run.Measurements.Where(Verdicts.Delivers).GroupBy(measurement => new ReportRow(run, measurement).Name))
        {
            IEnumerable<string> cells = sizes.Select(size =>
                Median(strategy.SingleOrDefault(measurement => measurement.SizeBytes == size), fastest[(size, Verdicts.Field(run, strategy.First()))].Contains(strategy.First().Strategy)));
            text.Append(CultureInfo.InvariantCulture, $"| {strategy.Key} | {string.Join(" | ", cells)} |\n");
        }

        AppendVerdicts(text, run);
    }

    private static string Median(Measurement? measurement, bool isFastest) => measurement switch
    {
        null => "not asked for",
        { Statistics: { } statistics } => isFastest ? $"**{new Nanoseconds(statistics.P50)}**" : $"{new Nanoseconds(statistics.P50)}",
        _ => measurement.Outcome.ToString().ToLowerInvariant(),
    };

    private static string Row(RunResult run, Measurement measurement)
    {
        var size = new ByteSize(measurement.SizeBytes);
        if (measurement.Statistics is not { } statistics)
        {
            return $"| {size} | {measurement.Strategy} | {measurement.Outcome.ToString().ToLowerInvariant()}: {measurement.Reason} | | | | | |\n";
        }

        Comparison? comparison = Verdicts.AgainstBaseline(run, measurement);
        string speedUp = comparison is null ? "baseline" : RatioText.Cell(comparison);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {size} | {measurement.Strategy} | {new Nanoseconds(statistics.P50)} | {new Nanoseconds(statistics.P99)} | {statistics.ThroughputMBps:0} | {measurement.SenderCpuSecondsPerGB:0.000} + {measurement.ReceiverCpuSecondsPerGB:0.000} | {measurement.AllocatedBytesPerTransfer:0} | {speedUp} |\n");
    }

    /// <summary>A committed Markdown file, its headings one level lower.</summary>
    private static string Quote(string file) =>
        File.ReadAllText(Path.Combine(Golden.Root, file)).Replace("\n## ", "\n#### ", StringComparison.Ordinal);

    [GeneratedRegex("(?<begin><!-- quoted from (?<file>[^ ]+) -->)\n.*?(?<end><!-- end of quotation -->)", RegexOptions.Singleline)]
    private static partial Regex Quotation();

    [GeneratedRegex("(?<begin><!-- results of (?<run>[^ ]+) -->)\n.*?(?<end><!-- end of results -->)", RegexOptions.Singleline)]
    private static partial Regex Block();
}
