using System.Diagnostics;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Servers;

/// <summary>Measures the memory copy speed for a buffer of the receiver's size: no delivery can be faster.</summary>
internal static class MemoryCopySpeed
{
    /// <summary>Size of the receivers' only read buffer.</summary>
    private const int Length = 1 << 20;
    private const int CopiesPerBatch = 4;
    private const int Batches = 100;

    /// <summary>
    /// The rate that no delivery can exceed. Under an imitation there is none: the system copies at full speed, this process does not.
    /// </summary>
    public static double LimitGBps() => Emulation.Name is null ? MeasureGBps() : double.PositiveInfinity;

    /// <summary>Best rate of copying the same block of this size repeatedly, in GB/s (10⁹ bytes).</summary>
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
