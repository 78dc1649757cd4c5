using System.IO.Compression;
using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>The results inside the page, for download from it.</summary>
internal static class HtmlSamples
{
    /// <summary>Size that the compressed results in a page may have, in bytes.</summary>
    public const int MaxCompressedBytes = 3_000_000;

    // A sample and its time until the send returned seldom get smaller than this, and compressing what will not fit takes long.
    private const int BytesPerSample = 4;
    private const double Headroom = 0.95;
    private const int FewestSamples = 2;

    /// <summary>What the section holds.</summary>
    public static Markup Content(RunResult run, int maxCompressedBytes = MaxCompressedBytes)
    {
        (byte[] data, bool thinned) = Compress(run, maxCompressedBytes);
        Markup note = thinned
            ? Markup.Of($"<p>This page holds a part of the samples, the extremes among them, because all would make it too large; the file {ResultsFile.FileName} of run {run.Run.Id} has every one. The statistics are those of all samples.</p>\n")
            : Markup.Empty;
        return Markup.Of($"""
            <p>Every sample, every number above and everything about the run is in one file. It is part of this page, and nothing is fetched.</p>
            {note}<p class="downloads"><a id="data" download="{run.Run.Id}-{ResultsFile.CompressedFileName}" href="data:application/gzip;base64,{Convert.ToBase64String(data)}">{ResultsFile.CompressedFileName}</a> <span class="note">{Digits.Significant(data.Length / 1e3, 3)} kB</span></p>
            
            """);
    }

    private static (byte[] Data, bool Thinned) Compress(RunResult run, int maxCompressedBytes)
    {
        Launch[] launches = [.. run.Measurements.SelectMany(measurement => measurement.Launches)];
        bool thinned = launches.Any(launch => launch.ThinnedFrom is not null);
        int count = launches.Length == 0 ? 0 : launches.Max(launch => launch.Nanoseconds.Count);
        int fitting = Fitting(launches, count, maxCompressedBytes / BytesPerSample);
        if (fitting < count)
        {
            count = fitting;
            run = SampleThinning.ThinEach(run, count);
            thinned = true;
        }

        byte[] data = Zip(ResultsFile.ToBytes(run));
        while (data.Length > maxCompressedBytes && count > FewestSamples)
        {
            count = Math.Max(FewestSamples, (int)(count * Headroom * maxCompressedBytes / data.Length));
            data = Zip(ResultsFile.ToBytes(SampleThinning.ThinEach(run, count)));
            thinned = true;
        }

        return (data, thinned);
    }

    // The most samples per launch with which all launches together have no more than so many.
    private static int Fitting(Launch[] launches, int most, long total)
    {
        int fits = FewestSamples;
        int tooMany = most + 1;
        while (tooMany - fits > 1)
        {
            int middle = fits + ((tooMany - fits) / 2);
            bool isEnough = launches.Sum(launch => (long)Math.Min(launch.Nanoseconds.Count, middle)) <= total;
            (fits, tooMany) = isEnough ? (middle, tooMany) : (fits, middle);
        }

        return fits;
    }

    private static byte[] Zip(byte[] json)
    {
        using MemoryStream target = new();
        using (GZipStream zip = new(target, CompressionLevel.Optimal))
        {
            zip.Write(json);
        }

        return target.ToArray();
    }
}
