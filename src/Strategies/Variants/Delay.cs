using System.Diagnostics;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Variants;

/// <summary>Lengthens an operation by a share of its duration, in one of the ways in which programs become slower.</summary>
/// <param name="kind">By what.</param>
/// <param name="share">The share.</param>
internal sealed class Delay(DelayKind kind, double share)
{
    private const int CopiedBytes = 16 << 10;

    private readonly byte[] _from = kind == DelayKind.Copies ? GC.AllocateUninitializedArray<byte>(CopiedBytes) : [];
    private readonly byte[] _to = kind == DelayKind.Copies ? GC.AllocateUninitializedArray<byte>(CopiedBytes) : [];

    /// <summary>Works for the share of the time that has passed since <paramref name="start"/>, a Stopwatch timestamp.</summary>
    public void Add(long start)
    {
        long now = Stopwatch.GetTimestamp();
        long end = now + (long)((now - start) * share);
        if (kind == DelayKind.Sleeps && Stopwatch.GetElapsedTime(now, end) is { TotalMilliseconds: >= 1 } pause)
        {
            // Sleeps end late: what is left is spent spinning.
            Thread.Sleep((int)pause.TotalMilliseconds);
        }

        while (Stopwatch.GetTimestamp() < end)
        {
            if (kind == DelayKind.Copies)
            {
                _from.CopyTo(_to, 0);
            }
            else if (kind == DelayKind.Calls)
            {
                _ = ContextSwitches.InvoluntaryOfThisProcess();
            }
        }
    }
}

/// <summary>By what an operation is lengthened. The names, in lower case, are those of variants.</summary>
internal enum DelayKind
{
    /// <summary>By reading the clock again and again.</summary>
    Slower,

    /// <summary>By copying memory.</summary>
    Copies,

    /// <summary>By system calls: getrusage(2).</summary>
    Calls,

    /// <summary>By sleeping for whole milliseconds, and reading the clock for the rest.</summary>
    Sleeps,
}
