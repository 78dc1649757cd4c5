using System.Text.Json.Nodes;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using Xunit;

namespace FileTransfer.Harness.Tests.Results;

public sealed class FirstFormatTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>What the ids of the first format said, descriptors say now.</summary>
    [Fact]
    public void Load_FirstFormat_HasTheDimensionsOfEveryStrategy()
    {
        // No server served or kept files then.
        string[] ids = Some.Of(
            StrategyCatalog.All.Where(strategy => !strategy.FetchesFiles && !strategy.IsKept).Select(strategy => strategy.Id));
        RunResult run = Load(SampleRuns.Run([.. ids.Select(id => SampleRuns.Unsupported(id, 1024, "not here"))]));

        Assert.All(
            Some.Of(run.Measurements),
            measurement => Assert.Equal(StrategyCatalog.Find(measurement.Strategy).Dimensions, measurement.Dimensions));
        Assert.Equal(RunResult.CurrentSchema, run.Schema);
    }

    [Fact]
    public void Load_FirstFormat_KnowsWhatWasObserved()
    {
        JsonNode json = AsFirst(SampleRuns.Run(SampleRuns.Measured("msg-zerocopy", 1024, 40_000)));
        json["measurements"]![0]!["observations"] = new JsonArray(
            Old("buffers the kernel copied after all"),
            Old("time per transfer, all in flight together"),
            Old("something else"));

        RunResult run = Load(json);

        Assert.Equal(
            [Observation.CopiedBuffers, Observation.WallTime, "something else"],
            run.Measurements[0].Observations.Select(observation => observation.Key));

        static JsonObject Old(string name) => new() { ["name"] = name, ["value"] = 1, ["unit"] = "" };
    }

    /// <summary>Published runs of the first format stay readable.</summary>
    [Fact]
    public void Load_PublishedRuns_AreRead()
    {
        string[] files = Some.Of(
            Directory.GetFiles(Path.Combine(Golden.Root, "charts"), ResultsFile.CompressedFileName, SearchOption.AllDirectories));

        Assert.All(files, file => Assert.NotEmpty(ResultsFile.Load(file).Measurements));
    }

    private RunResult Load(RunResult run) => Load(AsFirst(run));

    private RunResult Load(JsonNode json)
    {
        string path = Path.Combine(_folder.Path, ResultsFile.FileName);
        File.WriteAllText(path, json.ToJsonString());
        return ResultsFile.Load(path);
    }

    private static JsonNode AsFirst(RunResult run)
    {
        JsonNode json = JsonNode.Parse(ResultsFile.ToBytes(run))!;
        json["schema"] = FirstFormat.Schema;
        foreach (JsonNode? measurement in json["measurements"]!.AsArray())
        {
            measurement!.AsObject().Remove("dimensions");
        }

        return json;
    }
}
