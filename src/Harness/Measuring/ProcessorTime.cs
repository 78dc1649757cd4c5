using System.Globalization;

namespace FileTransfer.Harness.Measuring;

/// <summary>Processor time since the machine was started, in ticks of proc_stat(5).</summary>
/// <param name="All">Total time of all processors.</param>
/// <param name="Busy">Time in which processes or the kernel ran.</param>
/// <param name="Own">Time of one process and its descendants.</param>
/// <param name="Processors">Number of processors.</param>
internal sealed record ProcessorTime(double All, double Busy, double Own, int Processors)
{
    private const int ParentField = 1;
    private const int FirstTimeField = 11;
    private const int TimeFields = 4;

    /// <summary>Reads the times from a folder such as /proc; null when it does not exist.</summary>
    /// <param name="proc">The folder.</param>
    /// <param name="process">The process whose time and descendants count as own.</param>
    public static ProcessorTime? Look(string proc, int process)
    {
        string path = Path.Combine(proc, "stat");
        if (!File.Exists(path))
        {
            return null;
        }

        double own = OwnTicks(proc, process);
        string[] lines = File.ReadAllLines(path);
        double[] ticks = ProcStat.Ticks(lines[0]);
        return new ProcessorTime(
            ticks.Take(ProcStat.Exclusive).Sum(),
            ProcStat.Busy(ticks),
            own,
            lines.Skip(1).Count(line => line.StartsWith("cpu", StringComparison.Ordinal)));
    }

    private static double OwnTicks(string proc, int process)
    {
        ILookup<int, (int Id, double Ticks)> children = Processes(proc).ToLookup(found => found.Parent, found => (found.Id, found.Ticks));
        Dictionary<int, double> ticks = children.SelectMany(family => family).ToDictionary(found => found.Id, found => found.Ticks);
        return Sum(process);

        // No process counts twice, even when its id was reused in between.
        double Sum(int id) => ticks.Remove(id, out double time) ? time + children[id].Sum(child => Sum(child.Id)) : 0;
    }

    /// <summary>Every process with its own time and that of the children it has waited for: proc_pid_stat(5).</summary>
    private static IEnumerable<(int Id, int Parent, double Ticks)> Processes(string proc)
    {
        foreach (string folder in Directory.EnumerateDirectories(proc))
        {
            if (int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out int id)
                && Fields(folder) is { } fields)
            {
                IEnumerable<string> times = fields.Skip(FirstTimeField).Take(TimeFields);
                yield return (id, Parse(fields[ParentField]), times.Sum(time => (double)Parse(time)));
            }
        }

        static int Parse(string field) => int.Parse(field, CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// The fields after the name, which may contain spaces and brackets; null when the process has ended or may not be read.
    /// </summary>
    private static string[]? Fields(string folder)
    {
        try
        {
            string line = File.ReadAllText(Path.Combine(folder, "stat"));
            string[] fields = line[(line.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return fields.Length >= FirstTimeField + TimeFields ? fields : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
