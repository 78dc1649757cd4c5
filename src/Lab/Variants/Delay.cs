using System.Diagnostics;
using FileTransfer.Strategies.Machine;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Lab.Variants;

/// <summary>Lengthens an operation by a share of its duration, in one of the ways in which programs become slower.</summary>
/// <param name="kind">By what.</param>
/// <param name="share">The share.</param>
internal sealed class Delay(DelayKind kind, double share) : IDisposable
{
    private const int CopiedBytes = 16 << 10;
    private const int PieceBytes = 512;

    private readonly byte[] _from = kind == DelayKind.Copies ? GC.AllocateUninitializedArray<byte>(CopiedBytes) : [];
    private readonly byte[] _to = kind == DelayKind.Copies ? GC.AllocateUninitializedArray<byte>(CopiedBytes) : [];

    private readonly byte[] _piece = kind == DelayKind.Pieces ? GC.AllocateUninitializedArray<byte>(PieceBytes) : [];

    /// <summary>Any file that is there, and is read often enough to be in memory: this program.</summary>
    private readonly SafeFileHandle? _read = kind == DelayKind.Pieces ? File.OpenHandle(typeof(Delay).Assembly.Location) : null;

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
            else if (kind == DelayKind.Pieces)
            {
                _ = RandomAccess.Read(_read!, _piece, fileOffset: 0);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _read?.Dispose();
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

    /// <summary>By reading a file 512 bytes at a time, as with a buffer that is too small.</summary>
    Pieces,

    /// <summary>By sleeping for whole milliseconds, and reading the clock for the rest.</summary>
    Sleeps,
}
