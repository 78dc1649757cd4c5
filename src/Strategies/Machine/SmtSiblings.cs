using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>Hardware threads of the same core (SMT), from <c>topology/thread_siblings_list</c> of sysfs. Linux.</summary>
/// <param name="root">Folder with one folder per processor; tests use another.</param>
public sealed class SmtSiblings(string root = SmtSiblings.Sysfs)
{
    private const string Sysfs = "/sys/devices/system/cpu";

    /// <summary>The other threads of a processor's core, ascending; empty for a core with one thread, null when unknown.</summary>
    public IReadOnlyList<int>? Of(int processor)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"cpu{processor}");
        string path = Path.Combine(root, name, "topology", "thread_siblings_list");
        try
        {
            return File.Exists(path) && ProcessorList.TryParse(File.ReadAllText(path), out IReadOnlyList<int> threads)
                ? [.. threads.Where(thread => thread != processor)]
                : null;
        }
        catch (IOException)
        {
            // The processor has just gone offline.
            return null;
        }
    }
}
