using System.IO.Compression;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;
using HdrHistogram;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>Results are read back as they were written, and only if they are whole.</summary>
public sealed class LoadFileTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(50_000)]
    public void Decode_WhatWasEncoded_IsTheSameHistogram(int count)
    {
        LongHistogram histogram = LatencyHistogram.Create();
        foreach (long latency in LoadResults.Latencies(count, 1))
        {
            LatencyHistogram.Record(histogram, latency);
        }

        string text = LatencyHistogram.Encode(histogram);
        LongHistogram read = LatencyHistogram.Decode(text);
        Assert.Equal(count, read.TotalCount);
        Assert.Equal(text, LatencyHistogram.Encode(read));
        // The first bytes by which other readers of HdrHistogram's logs know V2, compressed.
        Assert.StartsWith("HISTF", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Record_OutOfRange_CountsAtTheEnd()
    {
        LongHistogram histogram = LatencyHistogram.Create();
        LatencyHistogram.Record(histogram, long.MaxValue);
        LatencyHistogram.Record(histogram, 0);
        Assert.Equal(2, histogram.TotalCount);
    }

    [Theory]
    [InlineData("")]
    [InlineData("not base64")]
    [InlineData("AAAA")]
    [InlineData("HISTFAAAAAA=")]
    [InlineData("HISTFAAAAAxub3Qgemxpbi4uLi4u")]
    public void Decode_SomethingElse_IsAFormatException(string text) =>
        Assert.Throws<FormatException>(() => LatencyHistogram.Decode(text));

    /// <summary>A few bytes must not unpack to gigabytes, nor ask for a histogram that takes as much.</summary>
    [Fact]
    public void Decode_BytesThatUnpackToMany_AreRefused()
    {
        using var packed = new MemoryStream();
        packed.Write([0x1c, 0x84, 0x93, 0x14, 0, 0, 0, 0]);
        using (var zip = new ZLibStream(packed, CompressionLevel.SmallestSize, leaveOpen: true))
        {
            zip.Write(new byte[64 << 20]);
        }

        Assert.Throws<FormatException>(() => LatencyHistogram.Decode(Convert.ToBase64String(packed.ToArray())));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Load_WhatWasSaved_IsTheSame(bool keepsSamples)
    {
        using var folder = new TemporaryFolder();
        LoadResult result = LoadResults.Of(LoadResults.Latencies(500, 9), keepsSamples) with
        {
            Errors = new Dictionary<string, long> { ["connectionLost"] = 2 },
            Partial = "interrupted",
        };
        LoadFile.Save(folder.File("load.json"), result);
        LoadResult read = LoadFile.Load(folder.File("load.json"));
        Assert.Equal(LoadFile.Text(result), LoadFile.Text(read));
        Assert.Equal("load.json", Path.GetFileName(Assert.Single(Directory.GetFiles(folder.Path))));
    }

    [Theory]
    [InlineData("{}", "is not the result of a load (filetransfer-load/1)")]
    [InlineData("null", "holds null")]
    [InlineData("[1,2", "is not the result of a load")]
    public void Load_AnotherFile_SaysSo(string text, string expected)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.File("other.json"), text);
        ResultsFileException exception = Assert.Throws<ResultsFileException>(() => LoadFile.Load(folder.File("other.json")));
        Assert.Contains(expected, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_EditedByHand_IsRefused()
    {
        using var folder = new TemporaryFolder();
        LoadResult result = LoadResults.Of(LoadResults.Latencies(100, 9));
        LoadResult[] edited =
        [
            result with { Transfers = 99 },
            result with { Histogram = LoadResults.Of(LoadResults.Latencies(99, 9)).Histogram },
            result with { Samples = [1, 2, 3] },
            result with { Schema = "filetransfer-load/2" },
            result with { Sizes = [] },
        ];
        Assert.All(edited, one =>
        {
            LoadFile.Save(folder.File("load.json"), one);
            Assert.Throws<ResultsFileException>(() => LoadFile.Load(folder.File("load.json")));
        });
        Assert.Throws<ResultsFileException>(() => LoadFile.Load(folder.File("missing.json")));
    }

    [Theory]
    [InlineData("1:10,4:12,16:19,64:40", 64.0)]
    [InlineData("1:10,4:12,16:20", null)]
    [InlineData("1:50,4:20,16:41,64:90", 16.0)]
    [InlineData("1:10", null)]
    [InlineData("", null)]
    public void Of_Points_IsWhereP99FirstExceedsTwiceItsLowest(string points, double? expected) =>
        Assert.Equal(expected, Knee.Of(points.Split(',', StringSplitOptions.RemoveEmptyEntries)
            .Select(point => point.Split(':'))
            .Select(pair => (double.Parse(pair[0], System.Globalization.CultureInfo.InvariantCulture),
                double.Parse(pair[1], System.Globalization.CultureInfo.InvariantCulture)))));
}
