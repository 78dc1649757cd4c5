using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>Processor time since the machine was started, in ticks of proc_stat(5).</summary>
/// <param name="All">Total time of all processors.</param>
/// <param name="Busy">Time in which processes or the kernel ran.</param>
/// <param name="Own">Time of one process and its descendants.</param>
/// <param name="Processors">Number of processors.</param>
/// <param name="Others">Name and time of every other process, by its id.</param>
public sealed record ProcessorTime(
    double All,
    double Busy,
    double Own,
    int Processors,
    IReadOnlyDictionary<int, (string Name, double Ticks)> Others)
{
    /// <summary>The files of all processes: proc_pid_stat(5).</summary>
    public const string Processes = "/proc/*/stat";

    private const int ParentField = 1;
    private const int FirstTimeField = 11;
    private const int TimeFields = 4;

    /// <summary>Reads the times; null when the system does not tell them.</summary>
    /// <param name="files">The system's files.</param>
    /// <param name="process">The process whose time and descendants count as own.</param>
    public static ProcessorTime? Of(SystemFiles files, int process)
    {
        if (ProcessorTicks.Of(files) is not { } ticks)
        {
            return null;
        }

        Dictionary<int, OneProcess> all = files.Matching(Processes)
            .Select(path => OneProcess.Parse(path, files.Text(path)))
            .OfType<OneProcess>()
            .ToDictionary(one => one.Id);
        ILookup<int, int> children = all.Values.ToLookup(one => one.Parent, one => one.Id);
        return new ProcessorTime(
            ticks.All,
            ticks.Busy,
            Remove(process),
            files.Lines(ProcessorTicks.Path).Skip(1).Count(line => line.StartsWith("cpu", StringComparison.Ordinal)),
            all.ToDictionary(one => one.Key, one => (one.Value.Name, one.Value.Ticks)));

        // Own processes are taken out. None counts twice, even when its id was reused in between.
        double Remove(int id) => all.Remove(id, out OneProcess? own) ? own.Ticks + children[id].Sum(Remove) : 0;
    }

    /// <summary>Processor time of other processes since an earlier moment, as a share of all processor time.</summary>
    public double ShareOfOthers(ProcessorTime before) =>
        Math.Clamp((Busy - before.Busy - (Own - before.Own)) / (All - before.All), 0, 1);

    /// <summary>The other process that used most since an earlier moment; null when none used anything.</summary>
    public (int Id, string Name)? BusiestOther(ProcessorTime before)
    {
        (int Id, string Name, double Ticks)[] used = [.. Others
            .Select(one => (one.Key, one.Value.Name, Ticks: one.Value.Ticks - before.Others.GetValueOrDefault(one.Key).Ticks))
            .Where(one => one.Ticks > 0)];
        return used.Length > 0 && used.MaxBy(one => one.Ticks) is var most ? (most.Id, most.Name) : null;
    }

    /// <summary>A process with its own time and that of the children it has waited for.</summary>
    private sealed record OneProcess(int Id, int Parent, string Name, double Ticks)
    {
        /// <summary>The name is in brackets, and may contain spaces and brackets; null for a file of something else.</summary>
        public static OneProcess? Parse(string path, string? line)
        {
            int open = line?.IndexOf('(', StringComparison.Ordinal) ?? -1;
            int close = line?.LastIndexOf(')') ?? -1;
            if (open < 0 || close < open || !int.TryParse(path.Split('/')[2], NumberStyles.None, CultureInfo.InvariantCulture, out int id))
            {
                return null;
            }

            string[] fields = line![(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return fields.Length < FirstTimeField + TimeFields
                ? null
                : new OneProcess(
                    id,
                    int.Parse(fields[ParentField], CultureInfo.InvariantCulture),
                    line[(open + 1)..close],
                    fields.Skip(FirstTimeField).Take(TimeFields).Sum(time => double.Parse(time, CultureInfo.InvariantCulture)));
        }
    }
}

/// <summary>Time of all processors together since the machine was started, in ticks: the first line of proc_stat(5).</summary>
/// <param name="All">Total time; that of guests is part of "user" and "nice".</param>
/// <param name="Busy">Time in which processes or the kernel ran: everything except idle, iowait and steal.</param>
/// <param name="Steal">Time that the hypervisor gave to other machines.</param>
internal sealed record ProcessorTicks(double All, double Busy, double Steal)
{
    public const string Path = "/proc/stat";

    /// <summary>USER_HZ: 100 on every architecture that .NET supports.</summary>
    public const double PerSecond = 100;

    private const int Exclusive = 8;

    /// <summary>Reads the times; null when the system does not tell them.</summary>
    public static ProcessorTicks? Of(SystemFiles files)
    {
        double[] ticks = [.. (files.Lines(Path).FirstOrDefault() ?? "")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Take(Exclusive)
            .Select(field => double.Parse(field, CultureInfo.InvariantCulture))];
        return ticks is [var user, var nice, var system, _, _, var irq, var softirq, var steal]
            ? new ProcessorTicks(ticks.Sum(), user + nice + system + irq + softirq, steal)
            : null;
    }
}
