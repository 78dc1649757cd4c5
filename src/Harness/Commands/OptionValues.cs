using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>Reads the values of options: sizes, durations, lists and names.</summary>
internal static class OptionValues
{
    private const double PerCent = 100;

    /// <summary>The words of an option that is a switch.</summary>
    public static string[] OnOff { get; } = ["on", "off"];

    /// <summary>Adds options to a command.</summary>
    public static void AddAll(this Command command, IEnumerable<Option> options)
    {
        foreach (Option option in options)
        {
            command.Add(option);
        }
    }

    /// <summary>Names for a shell to complete.</summary>
    public static string[] Names(IEnumerable<string> names) => [.. names];

    /// <summary>The values of an enum as options take them.</summary>
    public static string[] NamesOf<T>()
        where T : struct, Enum => [.. Enum.GetValues<T>().Select(NameOf)];

    /// <summary>A value of an enum as options take it.</summary>
    public static string NameOf<T>(T value)
        where T : struct, Enum => value.ToString().ToLowerInvariant();

    /// <summary>Reads a value of an enum; null when the option is left out and has no default.</summary>
    /// <exception cref="UsageException">There is none of that name.</exception>
    public static T? ReadEnum<T>(ParseResult result, Option<string?> option)
        where T : struct, Enum => result.GetValue(option) is { } name
            ? Enum.Parse<T>(OneOf(option.Name[2..], name, NamesOf<T>()), ignoreCase: true)
            : null;

    /// <summary>True when a switch is on.</summary>
    /// <exception cref="UsageException">It is neither on nor off.</exception>
    public static bool IsOn(ParseResult result, Option<string?> option) =>
        result.GetValue(option) is { } word && OneOf(option.Name[2..], word, OnOff) == OnOff[0];

    /// <summary>Reads a whole number.</summary>
    /// <exception cref="UsageException">The text is none, or out of the range.</exception>
    public static int ReadNumber(string option, string text, int least, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= least && number <= most
            ? number
            : throw new UsageException($"{option}: '{text}' is not a number from {least} to {most}");

    /// <summary>Reads a size.</summary>
    /// <exception cref="UsageException">The text is not a size.</exception>
    public static ByteSize ReadSize(string text) => ByteSize.TryParse(text, out ByteSize size)
        ? size
        : throw new UsageException($"unknown size '{text}'; write bytes or K, M, G for powers of 1024, such as 1500, 64K, 1.5M or 1G");

    /// <summary>Accepts a value only from a list.</summary>
    /// <exception cref="UsageException">It is not there; the message lists the valid ones.</exception>
    public static string OneOf(string what, string value, IReadOnlyList<string> valid) => valid.Contains(value)
        ? value
        : throw new UsageException(
            $"unknown {what} '{value}'{Nearest.Question(value, valid)}{(Nearest.To(value, valid).Count > 0 ? "" : ";")} valid "
            + $"ones: {string.Join(", ", valid)}");

    /// <summary>Splits <c>a,b,c</c>.</summary>
    public static IReadOnlyList<string> Split(string list) =>
        list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    /// <summary>True when the user wrote the option, rather than leaving it to its default.</summary>
    public static bool IsGiven(ParseResult result, Option option) => result.GetResult(option) is OptionResult { Implicit: false };

    /// <summary>A duration such as 500ms, 5s, 2m or 1h.</summary>
    /// <exception cref="UsageException">The text is not a duration, or longer than <paramref name="longest"/>.</exception>
    public static TimeSpan ReadDuration(string option, string text, TimeSpan longest) =>
        Duration.TryParse(text, out TimeSpan time) && time <= longest
            ? time
            : throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{option}: '{text}' is no duration up to {longest.TotalHours:0} h; write 500ms, 5s or 2m"));

    /// <summary>A share such as <c>5%</c>, as a fraction up to 1.</summary>
    /// <exception cref="UsageException">The text is no percentage, or 0 where that means nothing.</exception>
    public static double ReadShare(string option, string text, bool mayBeNothing) =>
        double.TryParse(text.TrimEnd('%'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent)
            && (mayBeNothing ? percent >= 0 : percent > 0) && percent <= PerCent
            ? percent / PerCent
            : throw new UsageException(
                $"{option}: '{text}' is no percentage {(mayBeNothing ? "from 0" : "above 0, up")} to 100; write 5%");

    /// <summary>The control address of a server; null for null.</summary>
    /// <exception cref="UsageException">It is no address that one could connect to.</exception>
    public static Uri? ServerAddress(string? text)
    {
        if (text is null)
        {
            return null;
        }

        if (Uri.TryCreate(text, UriKind.Absolute, out Uri? any) && any.Host is "0.0.0.0" or "[::]")
        {
            throw new UsageException(
                $"--server: {any.Host} is where a server listens, on all its addresses, and nobody can connect to it; "
                + $"name the host, such as http://127.0.0.1:{any.Port} on this one");
        }

        return Uri.TryCreate(text, UriKind.Absolute, out Uri? address) && address.Scheme == Uri.UriSchemeHttp
            ? address
            : throw new UsageException(
                $"--server: '{text}' is no control address; give what 'serve' printed, such as http://127.0.0.1:40000");
    }
}
