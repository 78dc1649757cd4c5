using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>Hardware threads of the same core (SMT), from <c>topology/thread_siblings_list</c> of sysfs. Linux.</summary>
/// <param name="files">The system's files.</param>
public sealed class SmtSiblings(SystemFiles files)
{
    /// <summary>Those of this machine.</summary>
    public static SmtSiblings OfThisMachine => new(SystemFiles.OfThisMachine);

    /// <summary>The other threads of a processor's core, ascending; empty for a core with one thread, null when unknown.</summary>
    public IReadOnlyList<int>? Of(int processor)
    {
        string path = string.Create(CultureInfo.InvariantCulture, $"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        return files.Text(path) is { } text && ProcessorList.TryParse(text, out IReadOnlyList<int> threads)
            ? [.. threads.Where(thread => thread != processor)]
            : null;
    }
}
