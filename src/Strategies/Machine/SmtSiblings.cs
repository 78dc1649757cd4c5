using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>Which processors are hardware threads of one core (SMT), from <c>topology/thread_siblings_list</c> of sysfs. Linux.</summary>
/// <param name="root">Folder with a folder per processor; tests have one of their own.</param>
public sealed class SmtSiblings(string root = SmtSiblings.Sysfs)
{
    private const string Sysfs = "/sys/devices/system/cpu";

    /// <summary>The other threads of a processor's core, ascending, none where it has no other; null where that is not told.</summary>
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
            // It was taken offline just now.
            return null;
        }
    }
}
