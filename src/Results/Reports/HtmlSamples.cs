using System.IO.Compression;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The section with the results file embedded for download.</summary>
internal static class HtmlSamples
{
    private const int OfSystem = 9;
    private const byte Unix = 3;

    /// <summary>Largest size of the compressed results in a page, in bytes.</summary>
    public const int MaxCompressedBytes = 3_000_000;

    // A sample and its send-returned time rarely compress below this; the estimate saves compressing data that cannot fit.
    private const int BytesPerSample = 4;
    private const double Headroom = 0.95;
    private const int FewestSamples = 2;

    /// <summary>Content of the section.</summary>
    public static Markup Content(RunResult run, int maxCompressedBytes = MaxCompressedBytes)
    {
        (byte[] data, bool thinned) = Compress(run, maxCompressedBytes);
        Markup note = thinned
            ? Markup.Of($"""
                <p>This page contains a part of the samples, the extremes included, because all samples would make it too large; the file
                {ResultsFile.FileName} of run {run.Run.Id} has all of them. The statistics cover all samples.</p>

                """)
            : Markup.Empty;
        string size = Digits.Significant(data.Length / 1e3, 3);
        return Markup.Of($"""
            <p>One file contains every sample, every number above and the description of the run. It is embedded in this page.</p>
            {note}<p class="downloads">{Link(run.Run.Id, data)} <span class="note">{size} kB</span></p>
            
            """);
    }

    private static Markup Link(string runId, byte[] data) => Markup.Of(
        $"""<a id="data" download="{runId}-{ResultsFile.CompressedFileName}" """
        + $"""href="data:application/gzip;base64,{Convert.ToBase64String(data)}">{ResultsFile.CompressedFileName}</a>""");

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

    // The largest number of samples per launch with which all launches together have at most the total.
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

        byte[] zipped = target.ToArray();
        // The same samples give the same page, whatever system writes it, which is named in the head: RFC 1952, 2.3.
        zipped[OfSystem] = Unix;
        return zipped;
    }
}
