using System.Text.Json.Nodes;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class StoredRunTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Results => Path.Combine(_folder.Path, ResultsFile.FileName);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Load_Unedited_IsTheSame()
    {
        ResultsFile.Save(SampleRuns.Small(), Results);

        Assert.Equal(ResultsFile.ToBytes(SampleRuns.Small()), ResultsFile.ToBytes(StoredRun.Load(_folder.Path)));
    }

    [Theory]
    [InlineData("p50", "p50 is stored as 1, but the samples give 44")]
    [InlineData("p99", "p99 is stored as 1, but the samples give 49")]
    [InlineData("throughputMBps", "MB/s is stored as 1, but the samples give 22.")]
    [InlineData("n", "n is stored as 1, but the samples give 200")]
    public void Load_StatisticEditedByHand_IsRefused(string field, string reason)
    {
        Edit(measurement => measurement["statistics"]![field] = 1);

        ResultsFileException exception = Assert.Throws<ResultsFileException>(() => StoredRun.Load(_folder.Path));
        Assert.Contains(
            "the statistics of read-write-1k over tcp at 1K do not match its samples: " + reason,
            exception.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Load_IntervalEditedByHand_IsRefused()
    {
        Edit(measurement => measurement["statistics"]!["p90Interval"]!["upper"] = 1, index: 0);

        ResultsFileException exception = Assert.Throws<ResultsFileException>(() => StoredRun.Load(_folder.Path));
        Assert.Contains("the upper end of p90 is stored as 1, but the samples give ", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_WrittenBeforeThereWereIntervalsOfTails_IsRead()
    {
        Edit(measurement =>
        {
            JsonObject statistics = measurement["statistics"]!.AsObject();
            statistics.Remove("p90Interval");
            statistics.Remove("p99Interval");
            statistics["medianInterval"]!["lower"] = 1;
        }, index: 0);

        Assert.Equal(1, StoredRun.Load(_folder.Path).Measurements[0].Statistics!.MedianInterval!.Lower);
    }

    [Fact]
    public void Load_SampleEditedByHand_IsRefused()
    {
        Edit(measurement => measurement["launches"]![3]!["nanoseconds"]![7] = 1);

        Assert.Contains(
            "is stored as",
            Assert.Throws<ResultsFileException>(() => StoredRun.Load(_folder.Path)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Load_LaunchMedianEditedByHand_IsRefused()
    {
        Edit(measurement => measurement["launches"]![3]!["medianNanoseconds"] = 1);

        Assert.Contains(
            "a launch's median is stored as 1",
            Assert.Throws<ResultsFileException>(() => StoredRun.Load(_folder.Path)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Load_Thinned_IsReadAndNamesTheWholeOne()
    {
        RunResult whole = SampleRuns.Small();
        ResultsFile.Save(whole, Results);
        string digest = Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(File.ReadAllBytes(Results)));
        ResultsFile.Save(SampleThinning.Thin(StoredRun.Load(Results), maxBytes: 40_000), Results);

        Assert.Equal(digest, StoredRun.Load(Results).ThinnedFromSha256);
    }

    private void Edit(Action<JsonObject> edit, int index = 1)
    {
        JsonNode json = JsonNode.Parse(ResultsFile.ToBytes(SampleRuns.Small()))!;
        edit(json["measurements"]![index]!.AsObject());
        File.WriteAllText(Results, json.ToJsonString());
    }
}
