using System.Globalization;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Nice value of a process: what it gives way to others, from −20 to 19. Linux.</summary>
internal static class ProcessNice
{
    private const int FieldBehindName = 16;

    /// <summary>The nice value of a process: field 19 of its stat (proc(5)); null where it cannot be told.</summary>
    public static int? Of(int process)
    {
        string path = string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/stat");
        return SystemFiles.OfThisMachine.Text(path) is { } text
            && text[(text.LastIndexOf(')') + 2)..].Split(' ') is { Length: > FieldBehindName } fields
            && int.TryParse(fields[FieldBehindName], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int nice)
                ? nice
                : null;
    }

    /// <summary>Sets it for every thread of a process.</summary>
    /// <returns>Null, or why it cannot be set.</returns>
    public static string? Set(int process, int nice)
    {
        try
        {
            foreach (string thread in Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task")))
            {
                int id = int.Parse(Path.GetFileName(thread), CultureInfo.InvariantCulture);
                if (SetPriority.Invoke(SetPriority.OfProcess, id, nice) != 0 && Marshal.GetLastPInvokeError() != Errno.NoSuchProcess)
                {
                    return $"setpriority(2): {Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError())}";
                }
            }

            return null;
        }
        catch (IOException)
        {
            return "the process has ended";
        }
    }
}
