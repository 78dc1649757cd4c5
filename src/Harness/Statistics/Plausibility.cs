using System.Globalization;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Statistics;

/// <summary>Finds samples that cannot be deliveries.</summary>
internal static class Plausibility
{
    /// <summary>Says what is impossible about a launch, with the values, or returns null.</summary>
    /// <param name="launch">All its samples.</param>
    /// <param name="sizeBytes">Payload length in bytes.</param>
    /// <param name="verifiedByCount">Timed transfers of this launch whose byte count the receiver confirmed.</param>
    /// <param name="memoryCopyGBps">What a receiver can copy, in GB/s (10⁹ bytes), above 0.</param>
    /// <param name="shortestNanoseconds">What a transfer without content takes at least, in nanoseconds.</param>
    /// <param name="delivers">False for a strategy that sends nothing: it may be faster than memory.</param>
    public static string? Check(Launch launch, long sizeBytes, long verifiedByCount, double memoryCopyGBps, double shortestNanoseconds = 0, bool delivers = true)
    {
        int timed = launch.Nanoseconds.Count;
        if (launch.SendReturnedNanoseconds.Count != timed)
        {
            return Text($"{timed} transfers were timed, but for {launch.SendReturnedNanoseconds.Count} it is known when the last send returned");
        }

        if (verifiedByCount < timed)
        {
            return Text($"the receiver confirmed {verifiedByCount} of {timed} timed transfers");
        }

        for (int index = 0; index < timed; index++)
        {
            long duration = launch.Nanoseconds[index];
            if (duration <= 0)
            {
                return Text($"transfer {index + 1} of {timed} took {duration} ns: the clock is not usable");
            }

            // Bytes per nanosecond are GB per second.
            double copying = sizeBytes / memoryCopyGBps;
            if (delivers && duration < shortestNanoseconds + copying)
            {
                return Text($"transfer {index + 1} of {timed} delivered {sizeBytes} bytes in {duration} ns, but an empty frame takes at least {shortestNanoseconds:0} ns and copying so much {copying:0} ns more ({memoryCopyGBps:0.##} GB/s): it was not a delivery");
            }
        }

        return null;
    }

    /// <summary>Compares the time between transfers that follow each other with the time they take: nothing is to be done there.</summary>
    /// <param name="durations">Of the transfers, in nanoseconds.</param>
    /// <param name="gaps">Between them, in nanoseconds.</param>
    /// <exception cref="TransferException">Most of the time was spent between them, and is in no sample.</exception>
    public static void ThrowUnlessFilled(IReadOnlyList<long> durations, IReadOnlyList<long> gaps)
    {
        // By their medians: a process that is taken off its processor stays away for longer than many transfers take.
        (double duration, double gap) = (SampleStatistics.Median(durations), SampleStatistics.Median(gaps));
        if (gap > duration)
        {
            throw new TransferException(
                TransferErrorKind.Mismatch,
                Text($"between transfers that took {duration:0} ns at the median {gap:0} ns went by: something was done there that is in no sample"));
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
