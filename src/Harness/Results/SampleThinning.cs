using System.Security.Cryptography;

namespace FileTransfer.Harness.Results;

/// <summary>Makes a run small enough to be published by leaving samples out; its statistics stay those of all samples.</summary>
internal static class SampleThinning
{
    /// <summary>Size that a published results.json may have, in bytes (2 MB).</summary>
    public const long PublishedBytes = 2_000_000;

    private const int SmallestCount = 2;

    /// <summary>Keeps evenly spaced ranks, the shortest and the longest sample among them, in the order in which they were measured.</summary>
    /// <param name="launch">The launch; returned as it is when it is small enough.</param>
    /// <param name="maxSamples">Number of samples to keep at most, 2 or more.</param>
    /// <remarks>
    /// What is left has the distribution of the launch: its percentiles are right as far as so many samples can show them, and
    /// so is its course. Equal samples are told apart by when they were measured.
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

    /// <summary>Thins all launches to the same number of samples, the largest with which results.json keeps within a limit.</summary>
    /// <param name="run">The run; returned as it is when it is small enough.</param>
    /// <param name="maxBytes">Size that results.json may have, in bytes.</param>
    /// <exception cref="ArgumentException">Even two samples per launch are too much; the message says by how much.</exception>
    public static RunResult Thin(RunResult run, long maxBytes = PublishedBytes)
    {
        if (ResultsFile.ToBytes(run).LongLength <= maxBytes)
        {
            return run;
        }

        // Once: it is the same for all that is tried here.
        run = run with { ThinnedFromSha256 = Sha256Of(run) };
        RunResult best = ThinEach(run, SmallestCount);
        long least = ResultsFile.ToBytes(best).LongLength;
        if (least > maxBytes)
        {
            throw new ArgumentException($"the run takes {least} bytes with {SmallestCount} samples per launch, and {maxBytes} are allowed: publish fewer measurements", nameof(maxBytes));
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

    /// <summary>Thins every launch to at most so many samples, 2 or more; the result names the whole one.</summary>
    public static RunResult ThinEach(RunResult run, int maxSamples) => run with
    {
        ThinnedFromSha256 = Sha256Of(run),
        Measurements = [.. run.Measurements.Select(measurement => measurement with
        {
            Launches = [.. measurement.Launches.Select(launch => Thin(launch, maxSamples))],
        })],
    };

    private static string Sha256Of(RunResult run) => run.ThinnedFromSha256 ?? Convert.ToHexStringLower(SHA256.HashData(ResultsFile.ToBytes(run)));

    private static int Longest(RunResult run) =>
        run.Measurements.SelectMany(measurement => measurement.Launches).Max(launch => launch.Nanoseconds.Count);

    private static int[] EvenRanks(IReadOnlyList<long> samples, int count)
    {
        int[] byDuration = [.. Enumerable.Range(0, samples.Count).OrderBy(index => samples[index])];
        int[] kept = [.. Enumerable.Range(0, count).Select(index => byDuration[(int)Math.Round((double)index * (samples.Count - 1) / (count - 1))])];
        Array.Sort(kept);
        return kept;
    }
}
