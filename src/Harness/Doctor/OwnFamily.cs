using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>
/// What runs because of this run: the <c>dotnet run</c> above it, and the compilers and build servers that it left behind. They become
/// quiet by themselves, so a run waits for them instead of warning about strangers.
/// </summary>
internal sealed class OwnFamily(SystemFiles files, int process)
{
    private const int MostTicks = 2;

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(0.25);

    /// <summary>Words in the command lines of what a build leaves behind.</summary>
    private static readonly string[] s_builders = ["VBCSCompiler", "MSBuild.dll", "/nodemode:"];

    /// <summary>Waits until nothing of it works any more, for ten seconds at most.</summary>
    /// <param name="say">Told once, if there is something to wait for.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task WaitUntilQuietAsync(Action<string> say, CancellationToken cancellationToken)
    {
        var family = new OwnFamily(SystemFiles.OfThisMachine, Environment.ProcessId);
        ProcessorTime? before = family.Read();
        bool isTold = false;
        for (TimeSpan waited = TimeSpan.Zero; before is not null && waited < s_longest; waited += s_interval)
        {
            await Task.Delay(s_interval, cancellationToken);
            ProcessorTime? now = family.Read();
            if (now is null || family.BusiestSince(before, now) is not var (id, name))
            {
                return;
            }

            if (!isTold)
            {
                say(string.Create(
                    CultureInfo.InvariantCulture,
                    $"waiting for the build to become quiet: process {id} ({name}); {s_longest.TotalSeconds:0} s at most"));
                isTold = true;
            }

            before = now;
        }
    }

    /// <summary>The member that worked most between two moments; null when all were quiet.</summary>
    internal (int Id, string Name)? BusiestSince(ProcessorTime before, ProcessorTime now)
    {
        HashSet<int> ancestors = Ancestors();
        (int Id, string Name, double Ticks)[] working =
        [
            .. now.Others
                .Select(one => (one.Key, one.Value.Name, Ticks: one.Value.Ticks - before.Others.GetValueOrDefault(one.Key).Ticks))
                .Where(one => one.Ticks > MostTicks && (IsBuilder(one.Key) || (ancestors.Contains(one.Key) && IsRunner(one.Key)))),
        ];
        return working.Length == 0 ? null : working.MaxBy(one => one.Ticks) is var most ? (most.Id, most.Name) : null;
    }

    private ProcessorTime? Read() => ProcessorTime.Of(files, process);

    /// <summary>True for <c>dotnet run</c> and its like: command and first argument are separated by a zero.</summary>
    private bool IsRunner(int id) =>
        files.Text($"/proc/{id}/cmdline")?.Split('\0') is [var program, "run" or "watch" or "build", ..]
        && Path.GetFileNameWithoutExtension(program) == "dotnet";

    private bool IsBuilder(int id) =>
        files.Text($"/proc/{id}/cmdline") is { } words && s_builders.Any(word => words.Contains(word, StringComparison.Ordinal));

    /// <summary>The processes above this one: field 4 of proc_pid_stat(5), behind the name in brackets.</summary>
    private HashSet<int> Ancestors()
    {
        HashSet<int> above = [];
        for (int id = process; files.Text($"/proc/{id}/stat") is { } line;)
        {
            string[] fields = line[(line.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length < 2 || !int.TryParse(fields[1], NumberStyles.None, CultureInfo.InvariantCulture, out id) || !above.Add(id))
            {
                break;
            }
        }

        return above;
    }
}
