using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>Numbers of processors as the kernel writes them: <c>0-3,8</c> (cpuset(7), "List format").</summary>
public static class ProcessorList
{
    /// <summary>More than any machine has; a larger number means that the text is not a list of processors.</summary>
    private const int Most = 1 << 16;

    /// <summary>The processors of a machine that are switched on; null where unknown.</summary>
    public static IReadOnlyList<int>? Online(SystemFiles files) =>
        files.Text("/sys/devices/system/cpu/online") is { } text && TryParse(text, out IReadOnlyList<int> online) ? online : null;

    /// <summary>Parses a list of processors; false when the text is not one.</summary>
    public static bool TryParse(string text, out IReadOnlyList<int> processors)
    {
        List<int> found = [];
        processors = found;
        foreach (string part in text.Trim().Split(','))
        {
            string[] ends = part.Split('-');
            if (ends.Length > 2
                || !int.TryParse(ends[0], NumberStyles.None, CultureInfo.InvariantCulture, out int first)
                || !int.TryParse(ends[^1], NumberStyles.None, CultureInfo.InvariantCulture, out int last)
                || first > last
                || last >= Most)
            {
                return false;
            }

            found.AddRange(Enumerable.Range(first, last - first + 1));
        }

        return true;
    }

    /// <summary>Writes ascending numbers, with neighbours as ranges.</summary>
    public static string Text(IReadOnlyList<int> processors)
    {
        List<string> parts = [];
        for (int start = 0, end; start < processors.Count; start = end)
        {
            end = start + 1;
            while (end < processors.Count && processors[end] == processors[end - 1] + 1)
            {
                end++;
            }

            parts.Add(end - start == 1
                ? processors[start].ToString(CultureInfo.InvariantCulture)
                : string.Create(CultureInfo.InvariantCulture, $"{processors[start]}-{processors[end - 1]}"));
        }

        return string.Join(',', parts);
    }
}
