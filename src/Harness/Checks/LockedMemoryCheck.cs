using System.Globalization;

namespace FileTransfer.Harness.Checks;

/// <summary>The memory that a process may lock, which io_uring and MSG_ZEROCOPY need: getrlimit(2), RLIMIT_MEMLOCK.</summary>
internal sealed class LockedMemoryCheck : ICheck
{
    private const double Needed = 1 << 20;
    private const string Title = "Max locked memory";

    public string Group => CheckGroup.Memory;

    public string Name => "locked-memory";

    public Finding Examine(Subject subject)
    {
        string? soft = subject.Files.Lines("/proc/self/limits")
            .Where(line => line.StartsWith(Title, StringComparison.Ordinal))
            .Select(line => line[Title.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0])
            .FirstOrDefault();
        return soft is null
            ? Finding.Unknown("this system does not tell how much memory a process may lock")
            : double.TryParse(soft, CultureInfo.InvariantCulture, out double bytes) && bytes < Needed
                ? Finding.Limit($"a process may lock {soft} bytes of memory: io-uring and msg-zerocopy may fail", "ulimit -l 8192")
                : Finding.Fine($"a process may lock {soft} bytes of memory");
    }
}
