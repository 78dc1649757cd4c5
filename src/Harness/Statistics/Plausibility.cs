using System.Globalization;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Statistics;

/// <summary>Finds samples that cannot be deliveries.</summary>
public static class Plausibility
{
    /// <summary>Says what is impossible about a launch, with the values, or returns null.</summary>
    /// <param name="launch">All its samples.</param>
    /// <param name="sizeBytes">Payload length in bytes.</param>
    /// <param name="verifiedByCount">Timed transfers of this launch whose byte count the receiver confirmed.</param>
    /// <param name="memoryCopyGBps">What memory can deliver, in GB/s (10⁹ bytes), above 0.</param>
    /// <param name="delivers">False for a strategy that sends nothing: it may be faster than memory.</param>
    public static string? Check(Launch launch, long sizeBytes, long verifiedByCount, double memoryCopyGBps, bool delivers = true)
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
            double rate = sizeBytes / (double)duration;
            if (delivers && rate > memoryCopyGBps)
            {
                return Text($"transfer {index + 1} of {timed} delivered {sizeBytes} bytes in {duration} ns, {rate:0.##} GB/s, but memory copies only {memoryCopyGBps:0.##} GB/s: it was not a delivery");
            }
        }

        return null;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
