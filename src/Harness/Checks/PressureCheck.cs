using System.Globalization;
using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Time in which something waited for the processors, for memory or for a disk: PSI of the kernel.</summary>
/// <param name="resource">"cpu", "memory" or "io".</param>
/// <param name="words">What was waited for.</param>
internal sealed class PressureCheck(string resource, string words) : ICheck
{
    private const double MostFine = 0.1;
    private const double MostUsable = 0.5;
    private readonly string _path = $"/proc/pressure/{resource}";

    public string Group => CheckGroup.Neighbours;

    public string Name => $"pressure-{resource}";

    public IReadOnlyList<string> Counters(SystemFiles files) => [_path];

    public Finding Examine(Subject subject)
    {
        if (Seconds(subject.Files) - Seconds(subject.Before) is not { } waited)
        {
            return Finding.Unknown($"this kernel does not count how long something waits for {words} (PSI)");
        }

        double share = waited / subject.Seconds;
        string text = Invariant($"something waited for {words} in {share * 100:0} % of the time");
        const string Remedy = "end the other programs, or wait until they are done";
        return share > MostUsable ? Finding.Unfit(text, Remedy) : share > MostFine ? Finding.Limit(text, Remedy) : Finding.Fine(text);
    }

    /// <summary>The first line is "some avg10=… avg60=… avg300=… total=&lt;µs&gt;".</summary>
    private double? Seconds(SystemFiles files) =>
        files.Lines(_path) is [var first, ..]
        && first.IndexOf("total=", StringComparison.Ordinal) is >= 0 and var at
        && double.TryParse(first.AsSpan(at + "total=".Length), CultureInfo.InvariantCulture, out double microseconds)
            ? microseconds / 1e6
            : null;
}
