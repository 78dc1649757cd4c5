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
internal sealed class CoreSpeed
{
    /// <summary>Both buffers fill half of the smallest L1 cache, so that it does not matter what else is in it.</summary>
    private const int Length = 8 << 10;
    private const int CopiesPerBatch = 128;
    private const int Batches = 128;

    private readonly KernelBuffer _source = new(Length);
    private readonly KernelBuffer _destination = new(Length);

    /// <summary>Median time of a copy of 8 KiB within the L1 cache, in nanoseconds. Takes about a millisecond.</summary>
    // Optimised at once: otherwise the first measurement of a process would run other code than the last.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public double MeasureCopyNanoseconds()
    {
        Span<long> batches = stackalloc long[Batches];
        for (int batch = 0; batch < Batches; batch++)
        {
            long start = Stopwatch.GetTimestamp();
            for (int copy = 0; copy < CopiesPerBatch; copy++)
            {
                _source.Span.CopyTo(_destination.Span);
            }

            batches[batch] = Stopwatch.GetTimestamp() - start;
        }

        batches.Sort();
        return batches[Batches / 2] * 1e9 / Stopwatch.Frequency / CopiesPerBatch;
    }
}
