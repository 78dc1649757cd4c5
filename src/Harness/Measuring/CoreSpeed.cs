using System.Diagnostics;
using System.Runtime.CompilerServices;
using FileTransfer.Sending;

namespace FileTransfer.Harness.Measuring;

/// <summary>Measures how much of its core the calling thread gets at this moment.</summary>
/// <remarks>
/// Processors of two virtual machines can be the two hyperthreads of one core. What the neighbour executes slows this machine down, and
/// no counter of it says so: it is no steal. A copy within the L1 cache keeps the units busy that both share, and depends on nothing
/// else. docs/findings.md has figures.
/// </remarks>
internal static class CoreSpeed
{
    private const int Length = 16 << 10;
    private const int CopiesPerBatch = 64;
    private const int Batches = 128;

    /// <summary>Median time of a copy of 16 KiB within the L1 cache, in nanoseconds. Takes about a millisecond.</summary>
    // Optimised at once: otherwise the first measurement of a process would run other code than the last.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static double MeasureCopyNanoseconds()
    {
        var source = new KernelBuffer(Length);
        var destination = new KernelBuffer(Length);
        source.Span.Fill(1);
        destination.Span.Fill(0);
        Span<long> batches = stackalloc long[Batches];
        for (int batch = 0; batch < Batches; batch++)
        {
            long start = Stopwatch.GetTimestamp();
            for (int copy = 0; copy < CopiesPerBatch; copy++)
            {
                source.Span.CopyTo(destination.Span);
            }

            batches[batch] = Stopwatch.GetTimestamp() - start;
        }

        batches.Sort();
        return batches[Batches / 2] * 1e9 / Stopwatch.Frequency / CopiesPerBatch;
    }
}
