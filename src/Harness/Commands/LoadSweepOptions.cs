using System.CommandLine;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that <c>load</c> has beside those of <c>send</c>.</summary>
internal sealed class LoadSweepOptions
{
    private readonly Option<string[]> _failIf = new("--fail-if")
    {
        Description = "End with exit code 1 if this holds at any step, such as 'p99>2ms', 'errors>0.1%' or 'rate<9k'; repeatable. Metrics: "
            + $"{string.Join(", ", ThresholdMetric.All.Select(metric => metric.Name))}.",
        HelpName = "METRIC OP VALUE",
    };

    private readonly Option<string?> _metrics = new("--metrics")
    {
        Description = "Write the results as OpenMetrics text to this file too, for Prometheus' textfile collector.",
        HelpName = "file",
    };

    public IReadOnlyList<Option> All => [_failIf, _metrics];

    /// <summary>The conditions as they were written.</summary>
    public IReadOnlyList<string> Conditions(ParseResult result) => result.GetValue(_failIf) ?? [];

    /// <summary>The thresholds.</summary>
    /// <exception cref="UsageException">One of them is none.</exception>
    public IReadOnlyList<LoadThreshold> ReadThresholds(ParseResult result) => [.. Conditions(result).Select(ThresholdReader.Read)];

    /// <summary>The whole path of the file for metrics; null when there is to be none.</summary>
    /// <exception cref="UsageException">Its folder is missing, or it is a folder itself.</exception>
    public string? ReadMetrics(ParseResult result)
    {
        if (result.GetValue(_metrics) is not { } metrics)
        {
            return null;
        }

        if (metrics.Length == 0)
        {
            throw new UsageException("--metrics: name a file, such as load.prom");
        }

        string path = Path.GetFullPath(metrics);
        string folder = Path.GetDirectoryName(path) ?? path;
        return Directory.Exists(path) ? throw new UsageException($"--metrics: {path} is a folder; name a file in it, such as load.prom")
            : Directory.Exists(folder) ? path
            : throw new UsageException($"--metrics: there is no folder {folder}");
    }
}
