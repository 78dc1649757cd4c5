using System.Diagnostics;

namespace FileTransfer.Harness.Measuring;

/// <summary>Measures how fast this machine copies memory: the rate no delivery can exceed.</summary>
internal static class MemoryCopySpeed
{
    private const int Length = 32 << 10;
    private const int CopiesPerBatch = 64;
    private const int Batches = 200;

    /// <summary>Best rate of copying a block that stays in the first-level cache, in GB/s (10⁹ bytes).</summary>
    public static double MeasureGBps()
    {
        byte[] source = new byte[Length];
        byte[] destination = new byte[Length];
        long best = long.MaxValue;
        for (int batch = 0; batch < Batches; batch++)
        {
            long start = Stopwatch.GetTimestamp();
            for (int copy = 0; copy < CopiesPerBatch; copy++)
            {
                source.AsSpan().CopyTo(destination);
            }

            best = Math.Min(best, Stopwatch.GetTimestamp() - start);
        }

        double seconds = Math.Max(best, 1) / (double)Stopwatch.Frequency;
        return (double)Length * CopiesPerBatch / seconds / 1e9;
    }
}
