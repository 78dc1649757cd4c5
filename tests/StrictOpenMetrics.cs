using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace FileTransfer.Tests;

/// <summary>Reads OpenMetrics text 1.0.0, and refuses what readers of it may refuse.</summary>
/// <remarks>Timestamps, exemplars and types that the older text format lacks are refused too: node_exporter does not take them.</remarks>
internal sealed partial class StrictOpenMetrics
{
    private const string Name = "[a-zA-Z_][a-zA-Z0-9_]*";
    private const string LabelPattern = $"{Name}=\"(\\\\[\\\\n\"]|[^\\\\\"\n])*\"";
    private const string Value = "[+-]?([0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?|Inf)|NaN";

    private readonly Dictionary<string, double> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _units = new(StringComparer.Ordinal);
    private readonly HashSet<string> _described = new(StringComparer.Ordinal);
    private string _family = "";
    private bool _hasSamples;

    private StrictOpenMetrics()
    {
    }

    /// <summary>Types by family.</summary>
    public IReadOnlyDictionary<string, string> Types => _types;

    /// <summary>Units by family.</summary>
    public IReadOnlyDictionary<string, string> Units => _units;

    /// <summary>Values by name and labels in alphabetical order: <c>name{a="1",b="2"}</c>, escaped as they stand.</summary>
    public IReadOnlyDictionary<string, double> Values => _values;

    /// <summary>Reads a text.</summary>
    /// <exception cref="FormatException">It breaks a rule.</exception>
    public static StrictOpenMetrics Parse(string text)
    {
        var found = new StrictOpenMetrics();
        string[] lines = text.Split('\n');
        Require(lines.Length >= 2 && lines[^1].Length == 0 && lines[^2] == "# EOF", "the text does not end with # EOF and a line feed");
        foreach (string line in lines[..^2])
        {
            found.Read(line);
        }

        return found;
    }

    private void Read(string line)
    {
        if (Metadata().Match(line) is { Success: true } metadata)
        {
            Describe(metadata.Groups["keyword"].Value, metadata.Groups["name"].Value, metadata.Groups["rest"].Value);
            return;
        }

        Match sample = Sample().Match(line);
        Require(sample.Success, $"'{line}' is neither metadata nor a sample without a timestamp");
        string[] labels = [.. Label().Matches(sample.Groups["labels"].Value).Select(label => label.Value)];
        Require(
            labels.Select(label => label.Split('=')[0]).Distinct().Count() == labels.Length, $"a label is there twice: {line}");
        string name = sample.Groups["name"].Value;
        double value = Number(sample.Groups["value"].Value);
        CheckName(name, labels, value, line);
        _hasSamples = true;
        var key = new StringBuilder(name);
        if (labels.Length > 0)
        {
            key.Append('{').AppendJoin(',', labels.Order(StringComparer.Ordinal)).Append('}');
        }

        Require(_values.TryAdd(key.ToString(), value), $"a sample is there twice: {line}");
    }

    private void Describe(string keyword, string name, string rest)
    {
        if (name != _family)
        {
            Require(!_described.Any(one => one.EndsWith($" {name}", StringComparison.Ordinal)), $"the family {name} is interrupted");
            (_family, _hasSamples) = (name, false);
        }

        Require(!_hasSamples, $"metadata of {name} come after its samples");
        Require(_described.Add($"{keyword} {name}"), $"{keyword} of {name} is there twice");
        switch (keyword)
        {
            case "TYPE":
                Require(rest is "counter" or "gauge" or "summary", $"{name} has the type {rest}");
                _types.Add(name, rest);
                break;
            case "UNIT":
                Require(rest.Length > 0 && name.EndsWith($"_{rest}", StringComparison.Ordinal), $"{name} does not end in its unit {rest}");
                _units.Add(name, rest);
                break;
            default:
                Require(Escaped().IsMatch(rest), $"the help of {name} is not escaped: {rest}");
                break;
        }
    }

    private void CheckName(string name, string[] labels, double value, string line)
    {
        bool hasQuantile = labels.Any(label => Quantile().IsMatch(label));
        bool isOfFamily = _types.GetValueOrDefault(_family) switch
        {
            "counter" => name == $"{_family}_total" && value >= 0 && double.IsFinite(value),
            "gauge" => name == _family,
            "summary" => hasQuantile ? name == _family : name == $"{_family}_count" || name == $"{_family}_sum",
            _ => false,
        };
        Require(isOfFamily, $"no sample of the family '{_family}': {line}");
    }

    private static double Number(string text) => text switch
    {
        "+Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        _ => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture),
    };

    private static void Require(bool holds, string otherwise)
    {
        if (!holds)
        {
            throw new FormatException(otherwise);
        }
    }

    [GeneratedRegex(@"^# (?<keyword>TYPE|UNIT|HELP) (?<name>[a-zA-Z_][a-zA-Z0-9_]*) (?<rest>.*)\z")]
    private static partial Regex Metadata();

    [GeneratedRegex($"^(?<name>{Name})(\\{{(?<labels>{LabelPattern}(,{LabelPattern})*)\\}})? (?<value>{Value})\\z")]
    private static partial Regex Sample();

    [GeneratedRegex(LabelPattern)]
    private static partial Regex Label();

    [GeneratedRegex("""^quantile="(0(\.\d+)?|1)"\z""")]
    private static partial Regex Quantile();

    [GeneratedRegex("""^(\\[\\n"]|[^\\\n])*\z""")]
    private static partial Regex Escaped();
}
