using System.Text;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>
/// How wide text becomes. The reader's font is unknown, so this is a cautious estimate: as wide as in DejaVu Sans, wider than most.
/// </summary>
internal static class TextWidth
{
    private const double Caution = 1.14;
    private const double Bold = 1.12;
    private const double Wide = 1.0;
    private const double Usual = 0.56;
    private const string Ellipsis = "…";

    private static readonly string[] s_units =
    [
        "ns", "µs", "ms", "s", "%", "B", "kB", "MB", "GB", "MB/s", "GB/s", "bytes", "cores", "launches", "transfers",
    ];

    /// <summary>Width of a line in pixels.</summary>
    public static double Of(string text, TextRole role)
    {
        double ems = text.EnumerateRunes().Sum(Ems);
        return ems * role.Size * Caution * (role.IsBold ? Bold : 1);
    }

    /// <summary>Breaks text at spaces so that every line fits; what does not fit in the lines allowed ends in an ellipsis.</summary>
    public static IReadOnlyList<string> Wrap(string text, TextRole role, double width, int maxLines = int.MaxValue)
    {
        List<string> lines = [];
        string line = string.Empty;
        foreach (string word in Words(text))
        {
            string longer = line.Length == 0 ? word : $"{line} {word}";
            if (line.Length > 0 && Of(longer, role) > width)
            {
                lines.Add(Cut(line, role, width));
                line = word;
            }
            else
            {
                line = longer;
            }
        }

        if (line.Length > 0)
        {
            lines.Add(Cut(line, role, width));
        }

        if (lines.Count > maxLines)
        {
            lines[maxLines - 1] = Cut(lines[maxLines - 1] + Ellipsis, role, width);
            lines.RemoveRange(maxLines, lines.Count - maxLines);
        }

        return lines;
    }

    /// <summary>The text, or as much of its begin as fits, with an ellipsis.</summary>
    public static string Cut(string text, TextRole role, double width)
    {
        if (Of(text, role) <= width)
        {
            return text;
        }

        Rune[] runes = [.. text.EnumerateRunes()];
        int keep = runes.Length;
        string shorter = Ellipsis;
        while (keep > 0)
        {
            keep--;
            shorter = string.Concat(runes.Take(keep)).TrimEnd('…', ' ') + Ellipsis;
            if (Of(shorter, role) <= width)
            {
                break;
            }
        }

        return shorter;
    }

    // A number stays with its unit, and "over" with the transport.
    private static IEnumerable<string> Words(string text)
    {
        string[] words = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        for (int index = 0; index < words.Length; index++)
        {
            string word = words[index];
            while (index + 1 < words.Length && (words[index] == "over"
                || (char.IsAsciiDigit(word[^1]) && s_units.Contains(words[index + 1].TrimEnd(',', '.', ';', ':', ')')))))
            {
                index++;
                word = $"{word} {words[index]}";
            }

            yield return word;
        }
    }

    private static double Ems(Rune rune) => rune.Value switch
    {
        'i' or 'j' or 'l' or '\'' or '|' => 0.23,
        ' ' or '.' or ',' or ':' or ';' or '!' or '/' or 'f' or 't' or 'I' or '·' or '[' or ']' => 0.28,
        '-' or 'r' or '(' or ')' or '"' or '`' => 0.34,
        'c' or 'k' or 's' or 'v' or 'x' or 'y' or 'z' or 'J' => 0.5,
        'm' or 'M' => 0.84,
        'w' => 0.73,
        'W' or '%' or '@' or '…' or '→' or '▲' or '×' => 0.95,
        >= 'A' and <= 'Z' => 0.71,
        >= 0x1100 => Wide,
        _ => Usual,
    };
}
