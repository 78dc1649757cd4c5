using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using FileTransfer.Sending;

namespace FileTransfer.Senders.Sessions;

/// <summary>Measures how much of its core the calling thread gets at this moment.</summary>
/// <remarks>
/// <para>
/// Processors of two virtual machines can be the two hyperthreads of one core. What the neighbour executes slows this machine down, and
/// no counter of it says so: it is no steal. A copy within the L1 cache keeps the units busy that both share, and depends on nothing
/// else. docs/findings.md has figures.
/// </para>
/// <para>
/// It must not depend on what the process did before, or strategies would differ in it. So the buffers fill half of the smallest L1
/// cache, and the loop calls nothing: a call of the runtime's own copy took 15 ns more after some strategies than after others.
/// </para>
/// </remarks>
internal sealed class CoreSpeed
{
    private const int Length = 8 << 10;
    private const int CopiesPerBatch = 64;
    private const int Batches = 128;

    private readonly KernelBuffer _source = new(Length);
    private readonly KernelBuffer _destination = new(Length);

    /// <summary>Median time of a copy of 8 KiB within the L1 cache, in nanoseconds with one decimal. Takes up to 2 ms.</summary>
    // Optimised at once, or the first measurement of a process would run other code than the last.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public double MeasureCopyNanoseconds()
    {
        ref Vector128<byte> source = ref Unsafe.As<byte, Vector128<byte>>(ref MemoryMarshal.GetReference(_source.Span));
        ref Vector128<byte> destination = ref Unsafe.As<byte, Vector128<byte>>(ref MemoryMarshal.GetReference(_destination.Span));
        Span<long> batches = stackalloc long[Batches];
        for (int batch = 0; batch < Batches; batch++)
        {
            long start = Stopwatch.GetTimestamp();
            for (int copy = 0; copy < CopiesPerBatch; copy++)
            {
                for (int index = 0; index < Length / Vector128<byte>.Count; index++)
                {
                    Unsafe.Add(ref destination, index) = Unsafe.Add(ref source, index);
                }
            }

            batches[batch] = Stopwatch.GetTimestamp() - start;
        }

        batches.Sort();
        return Math.Round(batches[Batches / 2] * 1e9 / Stopwatch.Frequency / CopiesPerBatch, 1);
    }
}
