using System.Globalization;
using System.IO.Enumeration;
using System.Text.RegularExpressions;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Docs;

/// <summary>A figure within a sentence that stands in a table of a page of figures, as scripts write them.</summary>
/// <remarks>
/// <c>&lt;!-- cells of PAGE COLUMNS ROWS --&gt;1.71 to 3.79&lt;!-- end --&gt;</c>: the smallest and the largest number of some cells, with
/// their unit unless it is ×. PAGE is the name of a page of figures of the published machine. COLUMNS are patterns with <c>*</c>, joined by
/// <c>+</c>, of columns that are aligned to the right; the second one of a name ends with <c>-2</c>. ROWS are joined by <c>;</c>, and each
/// has to be a cell of the row or a heading above it, or one of several joined by <c>+</c>. Blanks are written as <c>-</c>.
/// </remarks>
internal static partial class QuotedFigure
{
    private const string Times = "×";

    /// <summary>A page with its figures renewed.</summary>
    /// <param name="text">The page.</param>
    /// <param name="load">Reads a page of figures by its name.</param>
    /// <exception cref="UsageException">A figure has no cell; the message has all of them.</exception>
    public static string Renew(string text, Func<string, string> load)
    {
        List<string> wrong = [];
        string renewed = Figure().Replace(text, match =>
        {
            string[] cells =
            [
                .. CellsOf(
                    load(match.Groups["page"].Value),
                    match.Groups["columns"].Value.Split('+'),
                    Array.ConvertAll(match.Groups["rows"].Value.Split(';'), one => one.Split('+'))),
            ];
            (double Value, string Digits, string Unit)[] numbers = [.. cells.Select(Read).OrderBy(one => one.Value)];
            string[] units = [.. numbers.Select(one => one.Unit).Distinct()];
            if (units.Length != 1)
            {
                string cause = units.Length == 0 ? "no cell with a number" : "cells with two units";
                wrong.Add($"'{match.Groups["begin"].Value}' has {cause} in {match.Groups["page"].Value}.md");
                return match.Value;
            }

            (string low, string high) = (numbers[0].Digits, numbers[^1].Digits);
            string unit = units[0].Length > 0 ? $" {units[0]}" : "";
            return $"{match.Groups["begin"].Value}{(low == high ? low : $"{low} to {high}")}{unit}{match.Groups["end"].Value}";
        });
        return wrong.Count == 0 ? renewed : throw new UsageException(string.Join('\n', wrong));
    }

    private static IEnumerable<string> CellsOf(string page, string[] columns, string[][] rows)
    {
        List<string> headings = [];
        string[] header = [];
        int[] chosen = [];
        foreach (string line in page.Split('\n'))
        {
            if (line.StartsWith('#'))
            {
                int level = line.TakeWhile(one => one == '#').Count();
                headings = [.. headings.Take(level - 1), Dashed(line[level..])];
            }

            string[] cells = line.StartsWith('|') ? Array.ConvertAll(line.Trim().Trim('|').Split('|'), Dashed) : [];
            if (cells.Length > 0 && cells.All(cell => Alignment().IsMatch(cell)))
            {
                chosen =
                [
                    .. Enumerable.Range(0, Math.Min(header.Length, cells.Length)).Where(i => cells[i].EndsWith(':')
                        && columns.Any(column => FileSystemName.MatchesSimpleExpression(column, header[i]))),
                ];
            }
            else if (cells.Length > 0 && rows.All(row => row.Any(one => cells.Contains(one) || headings.Contains(one))))
            {
                foreach (string cell in chosen.Where(i => i < cells.Length).Select(i => cells[i]).Where(cell => Number().IsMatch(cell)))
                {
                    yield return cell;
                }
            }

            header = [.. cells.Select((cell, i) => cells.Take(i).Contains(cell) ? $"{cell}-2" : cell)];
        }
    }

    private static (double Value, string Digits, string Unit) Read(string cell)
    {
        Match match = Number().Match(cell);
        string digits = match.Groups["digits"].Value;
        string unit = match.Groups["unit"].Value;
        return (double.Parse(digits, CultureInfo.InvariantCulture), digits, unit == Times ? "" : unit);
    }

    private static string Dashed(string text) => text.Trim().Replace(' ', '-');

    [GeneratedRegex(@"(?<begin><!-- cells of (?<page>\S+) (?<columns>\S+) (?<rows>\S+) -->)[^<\n]*(?<end><!-- end -->)",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Figure();

    [GeneratedRegex("^:?-+:?$")]
    private static partial Regex Alignment();

    /// <summary>A number, and its unit; what follows, such as an interval, does not count.</summary>
    [GeneratedRegex(@"^(?<digits>\d+(\.\d+)?)-?(?<unit>×|[µmn]?s|MB/s|%)?(-.*)?$", RegexOptions.ExplicitCapture)]
    private static partial Regex Number();
}
