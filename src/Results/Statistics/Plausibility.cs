using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Statistics;

/// <summary>Finds samples that cannot be real deliveries.</summary>
internal static class Plausibility
{
    /// <summary>Describes the first impossible sample of a launch, with its values, or returns null.</summary>
    /// <param name="launch">All its samples.</param>
    /// <param name="sizeBytes">Payload length in bytes.</param>
    /// <param name="verifiedByCount">Timed transfers of this launch whose byte count the receiver confirmed.</param>
    /// <param name="memoryCopyGBps">Memory copy speed of a receiver in GB/s (10⁹ bytes), above 0.</param>
    /// <param name="shortestNanoseconds">Shortest possible time of a transfer without content, in nanoseconds.</param>
    /// <param name="delivers">False for a strategy that sends nothing: it may be faster than memory.</param>
    public static string? Check(
        Launch launch,
        long sizeBytes,
        long verifiedByCount,
        double memoryCopyGBps,
        double shortestNanoseconds = 0,
        bool delivers = true)
    {
        int timed = launch.Nanoseconds.Count;
        if (launch.SendReturnedNanoseconds.Count != timed)
        {
            return Text($"{timed} transfers were timed, but {launch.SendReturnedNanoseconds.Count} have a send-returned time");
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
                string claim = Text($"transfer {index + 1} of {timed} delivered {sizeBytes} bytes in {duration} ns");
                string least = Text(
                    $"at least {shortestNanoseconds:0} ns and copying the payload another {copying:0} ns ({memoryCopyGBps:0.##} GB/s)");
                return $"{claim}, but an empty frame takes {least}: it was not a delivery";
            }
        }

        return null;
    }

    /// <summary>Compares the gaps between consecutive transfers with their durations: no work may happen in the gaps.</summary>
    /// <param name="durations">Durations of the transfers, in nanoseconds.</param>
    /// <param name="gaps">Gaps between them, in nanoseconds.</param>
    /// <exception cref="TransferException">
    /// The median gap is longer than the median transfer: work was done outside the samples.
    /// </exception>
    public static void ThrowUnlessFilled(IReadOnlyList<long> durations, IReadOnlyList<long> gaps)
    {
        // By medians, because a preempted process is off its processor for longer than many transfers take.
        (double duration, double gap) = (SampleStatistics.Median(durations), SampleStatistics.Median(gaps));
        if (gap > duration)
        {
            throw new TransferException(
                TransferErrorKind.Mismatch,
                Text($"the median gap between transfers is {gap:0} ns, the median transfer {duration:0} ns: work was done in the gaps"));
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
