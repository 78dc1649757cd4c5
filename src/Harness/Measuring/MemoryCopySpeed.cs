using System.Diagnostics;

namespace FileTransfer.Harness.Measuring;

/// <summary>Measures how fast this machine copies what a receiver copies: the rate no delivery can exceed.</summary>
internal static class MemoryCopySpeed
{
    /// <summary>As long as the buffer of the receivers, which is all they ever read into.</summary>
    private const int Length = 1 << 20;
    private const int CopiesPerBatch = 4;
    private const int Batches = 100;

    /// <summary>Best rate of copying a block of that length that was copied just before, in GB/s (10⁹ bytes).</summary>
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
