using System.Diagnostics;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>The processors that this process may use.</summary>
public static class ProcessorMask
{
    private const int BitsPerWord = 64;

    /// <summary>Ascending numbers: of the calling thread on Linux, of the process on Windows, and of all processors elsewhere.</summary>
    /// <remarks>
    /// In a cpuset of processors 4 to 7 these are 4 to 7, not 0 to 3: sched_getaffinity(2). On Windows they are those of one group; of a
    /// process with threads in several, the first 64.
    /// </remarks>
    public static IReadOnlyList<int> Allowed()
    {
        if (OperatingSystem.IsLinux())
        {
            return AllowedOnLinux();
        }

        if (OperatingSystem.IsWindows())
        {
            using Process self = Process.GetCurrentProcess();
            return Numbers([(ulong)self.ProcessorAffinity]) is { Count: > 0 } known
                ? known
                : [.. Enumerable.Range(0, Math.Min(BitsPerWord, Environment.ProcessorCount))];
        }

        return [.. Enumerable.Range(0, Environment.ProcessorCount)];
    }

    private static unsafe IReadOnlyList<int> AllowedOnLinux()
    {
        const int InvalidArgument = 22;
        const int MostWords = 1024;
        // Starts with 1,024 processors; the kernel may have more.
        for (int words = 16; words <= MostWords; words *= 2)
        {
            ulong[] mask = new ulong[words];
            fixed (ulong* first = mask)
            {
                if (SchedGetAffinity.Invoke(0, (nuint)(words * sizeof(ulong)), first) == 0)
                {
                    return Numbers(mask);
                }
            }

            if (Marshal.GetLastPInvokeError() != InvalidArgument)
            {
                break;
            }
        }

        throw new TransferException(
            TransferErrorKind.Unsupported,
            $"the kernel does not tell which processors this process may use: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    private static IReadOnlyList<int> Numbers(ulong[] mask) =>
    [
        .. Enumerable.Range(0, mask.Length * BitsPerWord)
            .Where(number => (mask[number / BitsPerWord] >> (number % BitsPerWord) & 1) != 0),
    ];
}
