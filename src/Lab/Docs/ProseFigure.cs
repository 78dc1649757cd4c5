using System.Globalization;
using System.Text.RegularExpressions;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Lab.Docs;

/// <summary>
/// A figure within a sentence, which comes from a published run as tables do: so no sentence says more than its run, nor another number.
/// </summary>
/// <remarks>
/// <c>&lt;!-- KIND of RUN STRATEGIES SIZES [PLACEMENTS] --&gt;2.4&lt;!-- end --&gt;</c>. RUN is a folder, or the name of a run of the
/// published machine. Of two strategies, SLOWER/FASTER, <c>ratio</c> is the ratio of their times with its interval, <c>least</c> the lower
/// end of that, <c>cpu</c> the ratio of the CPU time of both ends, and <c>medians</c> that of their median times; of one, <c>median</c> is
/// its time. Of several sizes or placements it is the range of the ratios, or the smallest of the lower ends. For <c>ratio</c> and
/// <c>least</c> a difference that the run does not prove, or that goes the other way, is an error; a sentence with <c>medians</c> says that
/// it goes by them. A strategy over one of several transports is written ID:TRANSPORT.
/// </remarks>
internal static partial class ProseFigure
{
    /// <summary>Folder of the published machine.</summary>
    public const string Machine = "charts/amd-epyc-2-cores";

    /// <summary>A page with its figures renewed.</summary>
    /// <param name="text">The page.</param>
    /// <param name="load">Loads a run from its folder.</param>
    /// <exception cref="UsageException">Figures are not what their runs say, or were not measured; the message has all of them.</exception>
    public static string Renew(string text, Func<string, RunResult> load)
    {
        List<string> wrong = [];
        string renewed = Figure().Replace(text, match =>
        {
            try
            {
                string run = match.Groups["run"].Value;
                string value = Of(load(run.Contains('/', StringComparison.Ordinal) ? run : $"{Machine}/{run}"), match);
                return $"{match.Groups["begin"].Value}{value}{match.Groups["end"].Value}";
            }
            catch (UsageException exception)
            {
                wrong.Add(exception.Message);
                return match.Value;
            }
        });
        return wrong.Count == 0 ? renewed : throw new UsageException(string.Join('\n', wrong));
    }

    private static string Of(RunResult run, Match match)
    {
        string figure = match.Groups["begin"].Value;
        string[] strategies = match.Groups["strategies"].Value.Split('/');
        string[] placements = match.Groups["placements"] is { Success: true } given ? given.Value.Split(',') : [string.Empty];
        Measurement[][] cells =
        [
            .. from size in match.Groups["sizes"].Value.Split(',')
               from placement in placements
               select Array.ConvertAll(strategies, strategy => Find(run, strategy, size, placement)),
        ];
        return (match.Groups["kind"].Value, strategies.Length) switch
        {
            ("median", 1) => Range(cells.Select(cell => cell[0].Statistics!.P50), time => new Nanoseconds(time).ToString()),
            ("medians", 2) => Range(cells.Select(cell => cell[0].Statistics!.P50 / cell[1].Statistics!.P50), Digits.Ratio),
            ("cpu", 2) => Range(cells.Select(cell => Cpu(cell[0]) / Cpu(cell[1])), Digits.Ratio),
            ("ratio", 2) when cells.Length == 1 => $"{Digits.Ratio(Proven(cells[0]).Ratio)} ({RatioText.Ends(Proven(cells[0]).Interval!)})",
            ("ratio", 2) => Range(cells.Select(cell => Proven(cell).Ratio), Digits.Ratio),
            ("least", 2) => Digits.Ratio(cells.Min(cell => Proven(cell).Interval!.Lower)),
            _ => throw new UsageException($"'{figure}' needs one strategy (median) or two, SLOWER/FASTER"),
        };

        Comparison Proven(Measurement[] pair) => Comparisons.Of(run).Between(pair[0], pair[1]) switch
        {
            { Verdict: ComparisonVerdict.Faster } proven => proven,
            { } other => throw new UsageException(
                $"'{figure}': {pair[1].Strategy} is not proven to be faster than {pair[0].Strategy} at "
                + $"{new ReportRow(run, pair[0]).Size}: {RatioText.Cell(other)}. Let the sentence say what the run says"),
            null => throw new UsageException($"'{figure}': the run does not compare {pair[0].Strategy} with {pair[1].Strategy}"),
        };
    }

    private static Measurement Find(RunResult run, string strategy, string size, string placement)
    {
        string[] parts = strategy.Split(':');
        Measurement[] found =
        [
            .. run.Measurements.Where(measurement => measurement.Strategy == parts[0]
                && (parts.Length == 1 || measurement.Transport == parts[1])
                && new ByteSize(measurement.SizeBytes).ToString() == size
                && (placement.Length == 0 || measurement.Placement == placement)
                && measurement is { Outcome: Outcome.Measured, Statistics: not null }),
        ];
        return found.Length == 1
            ? found[0]
            : throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{found.Length} measurements of the run are of {strategy} at {size} {placement}: a figure needs exactly one"));
    }

    private static double Cpu(Measurement measurement) =>
        measurement.SenderCpuSecondsPerGB + measurement.ReceiverCpuSecondsPerGB
            ?? throw new UsageException($"the run does not know the CPU time of {measurement.Strategy}");

    private static string Range(IEnumerable<double> values, Func<double, string> text)
    {
        double[] sorted = [.. values.Order()];
        (string low, string high) = (text(sorted[0]), text(sorted[^1]));
        return low == high ? low : $"{low} to {high}";
    }

    [GeneratedRegex(
        @"(?<begin><!-- (?<kind>medians|median|cpu|ratio|least) of (?<run>\S+) (?<strategies>\S+) (?<sizes>\S+)( (?<placements>\S+))? "
        + "-->)[^<\n]*(?<end><!-- end -->)",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Figure();
}
