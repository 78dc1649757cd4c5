using System.Globalization;
using System.Text.RegularExpressions;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Load.Reports;

/// <summary>Writes what happens in each second of a load: on a terminal over the line before, otherwise on lines of its own.</summary>
/// <param name="output">Where to write.</param>
/// <param name="isTerminal">True when a line can be written over.</param>
internal sealed partial class ProgressLine(TextWriter output, bool isTerminal)
{
    private int _width;

    /// <summary>Writes a second.</summary>
    public void Write(LoadSecond second) => Write(Text(second));

    /// <summary>Writes a second that another process told of.</summary>
    public void Write(string line)
    {
        if (!isTerminal)
        {
            output.WriteLine(line);
            return;
        }

        output.Write($"\r{line.PadRight(_width)}");
        _width = line.Length;
    }

    /// <summary>Ends the line, if there is one.</summary>
    public void End()
    {
        if (_width > 0)
        {
            output.Write($"\r{new string(' ', _width)}\r");
            _width = 0;
        }
    }

    /// <summary>True for a line that tells of a second.</summary>
    public static bool IsOne(string line) => Second.IsMatch(line);

    /// <summary>The words of a second.</summary>
    public static string Text(LoadSecond second) => string.Create(
        CultureInfo.InvariantCulture,
        $"{second.Elapsed.TotalSeconds,5:0} s  {second.PerSecond,8:N0}/s  p50 {new Nanoseconds(second.P50),-8}  "
        + $"p99 {new Nanoseconds(second.P99),-8}  {second.Errors} errors");

    [GeneratedRegex(@"^ *\d+ s +[\d,]+/s  p50 .* errors$")]
    private static partial Regex Second { get; }
}
