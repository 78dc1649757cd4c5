using System.Globalization;

namespace FileTransfer.Server.Tests.Processes;

/// <summary>What a process holds, by Linux.</summary>
internal static class ProcessMemory
{
    /// <summary>Resident bytes of a process: VmRSS of proc_pid_status(5).</summary>
    public static long Of(int id)
    {
        string line = File.ReadLines($"/proc/{id}/status").First(line => line.StartsWith("VmRSS", StringComparison.Ordinal));
        return 1024 * long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
    }
}
