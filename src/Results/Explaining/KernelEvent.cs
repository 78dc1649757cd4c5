using System.Globalization;
using System.Text.RegularExpressions;

namespace FileTransfer.Results.Explaining;

/// <summary>An event of the kernel, as tracefs prints it.</summary>
/// <param name="Nanoseconds">When, on the clock of Stopwatch (CLOCK_MONOTONIC).</param>
/// <param name="Processor">The processor on which it happened.</param>
/// <param name="Thread">The thread that ran there.</param>
/// <param name="Name">Its name, such as <c>sched_switch</c>.</param>
/// <param name="Fields">Its fields by name.</param>
internal sealed partial record KernelEvent(
    long Nanoseconds, int Processor, int Thread, string Name, IReadOnlyDictionary<string, string> Fields)
{
    /// <summary>A processor goes from one thread to another.</summary>
    public const string Switch = "sched_switch";

    /// <summary>A thread becomes ready to run.</summary>
    public const string Wakeup = "sched_wakeup";

    /// <summary>TCP sends a segment again.</summary>
    public const string Retransmit = "tcp_retransmit_skb";

    private const double Micro = 1e3;

    /// <summary>The number in a field; −1 when it is not there.</summary>
    public int Number(string field) =>
        Fields.TryGetValue(field, out string? text) && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : -1;

    /// <summary>The events of lines of a trace; lines of another form are left out.</summary>
    public static IEnumerable<KernelEvent> Parse(IEnumerable<string> lines) => lines
        .Select(line => Line().Match(line))
        .Where(match => match.Success)
        .Select(match => new KernelEvent(
            (long)Math.Round(double.Parse(match.Groups["time"].ValueSpan, CultureInfo.InvariantCulture) * 1e6) * (long)Micro,
            int.Parse(match.Groups["cpu"].ValueSpan, CultureInfo.InvariantCulture),
            int.Parse(match.Groups["pid"].ValueSpan, CultureInfo.InvariantCulture),
            match.Groups["name"].Value,
            Field().Matches(match.Groups["fields"].Value)
                .DistinctBy(field => field.Groups["name"].Value)
                .ToDictionary(field => field.Groups["name"].Value, field => field.Groups["value"].Value)));

    // A name of a thread may have spaces and dashes; the number of the thread stands before the processor.
    [GeneratedRegex(@"-(?<pid>\d+)\s+\[(?<cpu>\d+)\]\s+\S+\s+(?<time>\d+\.\d+): (?<name>\w+): (?<fields>.*)$")]
    private static partial Regex Line();

    [GeneratedRegex(@"(?<name>\w+)=(?<value>\S+)")]
    private static partial Regex Field();
}
