using System.Globalization;
using System.Text;

namespace FileTransfer.Strategies.Metrics;

/// <summary>Writes OpenMetrics text 1.0.0, one metric family after another.</summary>
/// <remarks>
/// There are no timestamps, and only types that Prometheus' older text format has too: the textfile collector of node_exporter reads that
/// one, and refuses a file with a timestamp or another type. Source: https://prometheus.io/docs/specs/om/open_metrics_spec.
/// </remarks>
public sealed class OpenMetricsText
{
    /// <summary>The type of the text over HTTP.</summary>
    public const string ContentType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private readonly StringBuilder _text = new();
    private readonly HashSet<string> _families = new(StringComparer.Ordinal);

    /// <summary>Adds what only grows: its samples get the suffix <c>_total</c>.</summary>
    /// <param name="name">Name of the family without its unit.</param>
    /// <param name="unit">Unit, which is appended to the name; empty for a number of things.</param>
    /// <param name="help">What it counts, in one sentence.</param>
    /// <param name="samples">Its values, each with other labels.</param>
    /// <exception cref="ArgumentException">A name has other characters than letters, digits and '_', or the family is there.</exception>
    public OpenMetricsText Counter(string name, string unit, string help, IEnumerable<MetricSample> samples)
    {
        string family = Begin(name, "counter", unit, help);
        return Add($"{family}_total", samples);
    }

    /// <summary>Adds what grows and shrinks; parameters and exceptions as for <see cref="Counter"/>.</summary>
    public OpenMetricsText Gauge(string name, string unit, string help, IEnumerable<MetricSample> samples) =>
        Add(Begin(name, "gauge", unit, help), samples);

    /// <summary>Adds distributions that are told by quantiles; parameters and exceptions as for <see cref="Counter"/>.</summary>
    public OpenMetricsText Summary(string name, string unit, string help, IEnumerable<MetricSummary> summaries)
    {
        string family = Begin(name, "summary", unit, help);
        foreach (MetricSummary one in summaries)
        {
            Add(family, one.Quantiles.Select(
                quantile => new MetricSample(quantile.Value, [.. one.Labels, ("quantile", Number(quantile.Share))])));
            Add($"{family}_count", [new MetricSample(one.Count, one.Labels)]);
            Add($"{family}_sum", [new MetricSample(one.Sum, one.Labels)]);
        }

        return this;
    }

    /// <summary>The whole text, which ends with <c># EOF</c>.</summary>
    public override string ToString() => $"{_text}# EOF\n";

    private string Begin(string name, string type, string unit, string help)
    {
        string family = Checked(unit.Length == 0 ? name : $"{name}_{unit}");
        if (!_families.Add(family))
        {
            throw new ArgumentException($"the family {family} is there already", nameof(name));
        }

        _text.Append(CultureInfo.InvariantCulture, $"# TYPE {family} {type}\n");
        if (unit.Length > 0)
        {
            _text.Append(CultureInfo.InvariantCulture, $"# UNIT {family} {unit}\n");
        }

        _text.Append(CultureInfo.InvariantCulture, $"# HELP {family} {Escaped(help)}\n");
        return family;
    }

    private OpenMetricsText Add(string name, IEnumerable<MetricSample> samples)
    {
        foreach (MetricSample sample in samples)
        {
            string labels = string.Join(',', sample.Labels.Select(label => $"{Checked(label.Name)}=\"{Escaped(label.Value)}\""));
            _text.Append(name).Append(labels.Length > 0 ? $"{{{labels}}}" : "").Append(' ').Append(Number(sample.Value)).Append('\n');
        }

        return this;
    }

    private static string Checked(string name) =>
        name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_')
            ? name
            : throw new ArgumentException($"'{name}' is no name of a metric or a label: only letters, digits and '_' are", nameof(name));

    private static string Escaped(string text) => text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal);

    private static string Number(double value) => double.IsPositiveInfinity(value) ? "+Inf"
        : double.IsNegativeInfinity(value) ? "-Inf"
        : value.ToString("R", CultureInfo.InvariantCulture);
}
