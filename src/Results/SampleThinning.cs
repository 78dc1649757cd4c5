using System.Security.Cryptography;

namespace FileTransfer.Results;

/// <summary>Leaves samples out so that a run is small enough to publish; its statistics still cover all samples.</summary>
internal static class SampleThinning
{
    /// <summary>Size of a published results.json that is aimed at, in bytes (2 MB).</summary>
    public const long PublishedBytes = 2_000_000;

    private const int SmallestCount = 2;

    /// <summary>
    /// Keeps evenly spaced ranks, the shortest and the longest sample among them, in the order in which they were measured.
    /// </summary>
    /// <param name="launch">The launch; returned as it is when it is small enough.</param>
    /// <param name="maxSamples">Number of samples to keep at most, 2 or more.</param>
    /// <remarks>
    /// The kept samples have the distribution of the launch, as precisely as their number allows, and keep its development over
    /// time. Equal samples are ranked by the time at which they were measured.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxSamples"/> is below 2.</exception>
    public static Launch Thin(Launch launch, int maxSamples)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxSamples, SmallestCount);
        if (launch.Nanoseconds.Count <= maxSamples)
        {
            return launch;
        }

        int[] kept = EvenRanks(launch.Nanoseconds, maxSamples);
        return launch with
        {
            Nanoseconds = Array.ConvertAll(kept, index => launch.Nanoseconds[index]),
            SendReturnedNanoseconds = Array.ConvertAll(kept, index => launch.SendReturnedNanoseconds[index]),
            ThinnedFrom = launch.ThinnedFrom ?? launch.Nanoseconds.Count,
        };
    }

    /// <summary>
    /// Thins all launches to the same number of samples: the largest number with which results.json fits a size limit, or two where the
    /// turns of the run, of which none can be spared, take more than that.
    /// </summary>
    /// <param name="run">The run; returned as it is when it is small enough.</param>
    /// <param name="maxBytes">Size of results.json that is aimed at, in bytes.</param>
    public static RunResult Thin(RunResult run, long maxBytes = PublishedBytes)
    {
        if (ResultsFile.ToBytes(run).LongLength <= maxBytes)
        {
            return run;
        }

        // Computed once: all candidates have the same original.
        run = run with { ThinnedFromSha256 = Sha256Of(run) };
        RunResult best = ThinEach(run, SmallestCount);
        if (ResultsFile.ToBytes(best).LongLength > maxBytes)
        {
            return best;
        }

        // Every sample takes two bytes or more in each of its two lists.
        int fits = SmallestCount;
        int tooMany = (int)Math.Min(maxBytes / 4, Longest(run)) + 1;
        while (tooMany - fits > 1)
        {
            int count = fits + ((tooMany - fits) / 2);
            RunResult candidate = ThinEach(run, count);
            if (ResultsFile.ToBytes(candidate).LongLength <= maxBytes)
            {
                (best, fits) = (candidate, count);
            }
            else
            {
                tooMany = count;
            }
        }

        return best;
    }

    /// <summary>Thins every launch to at most this number of samples, 2 or more; the result has the hash of the original.</summary>
    public static RunResult ThinEach(RunResult run, int maxSamples) => run with
    {
        ThinnedFromSha256 = Sha256Of(run),
        Measurements = [.. run.Measurements.Select(measurement => measurement with
        {
            Launches = [.. measurement.Launches.Select(launch => Thin(launch, maxSamples))],
        })],
    };

    private static string Sha256Of(RunResult run) =>
        run.ThinnedFromSha256 ?? Convert.ToHexStringLower(SHA256.HashData(ResultsFile.ToBytes(run)));

    private static int Longest(RunResult run) =>
        run.Measurements.SelectMany(measurement => measurement.Launches).Max(launch => launch.Nanoseconds.Count);

    private static int[] EvenRanks(IReadOnlyList<long> samples, int count)
    {
        int[] byDuration = [.. Enumerable.Range(0, samples.Count).OrderBy(index => samples[index])];
        int[] kept = [.. Enumerable.Range(0, count)
            .Select(index => byDuration[(int)Math.Round((double)index * (samples.Count - 1) / (count - 1))])];
        Array.Sort(kept);
        return kept;
    }
}
