using System.Globalization;

namespace FileTransfer.Harness.Checks;

/// <summary>The load average of the last minute: proc_loadavg(5).</summary>
internal sealed class LoadCheck : ICheck
{
    public string Group => CheckGroup.Neighbours;

    public string Name => "load";

    public Finding Examine(Subject subject) => subject.Files.Text("/proc/loadavg")?.Split(' ')[0] switch
    {
        null => Finding.Unknown("this system has no load average"),
        var load when double.TryParse(load, CultureInfo.InvariantCulture, out double tasks) && tasks > subject.Sender.Cores =>
            Finding.Note(
                $"the load of the last minute was {load}, more than the {subject.Sender.Cores} processors: something ran here just now"),
        var load => Finding.Fine($"the load of the last minute was {load}"),
    };
}
