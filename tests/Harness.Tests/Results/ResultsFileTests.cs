using System.IO.Compression;
using System.Text;
using System.Text.Json.Nodes;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Results;

public sealed class ResultsFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("results.json")]
    [InlineData("results.json.gz")]
    [InlineData("new/folder/results.json")]
    public void Load_WhatSaveWrote_IsTheSameRun(string name)
    {
        RunResult run = SampleRuns.Small();

        ResultsFile.Save(run, _folder.File(name));

        RunResult loaded = ResultsFile.Load(_folder.File(name));
        Assert.Equal(ResultsFile.ToBytes(run), ResultsFile.ToBytes(loaded));
        Assert.Equal(run.Measurements[3].Launches[2].Nanoseconds, loaded.Measurements[3].Launches[2].Nanoseconds);
        Assert.Equal(run.Measurements[3].Statistics, loaded.Measurements[3].Statistics);
        Assert.Equal(run.Run.StartedUtc, loaded.Run.StartedUtc);
        Assert.Equal(Outcome.Unsupported, loaded.Measurements[4].Outcome);
    }

    [Fact]
    public void Save_NameEndingInGz_IsCompressed()
    {
        ResultsFile.Save(SampleRuns.Small(), _folder.File("results.json.gz"));

        Assert.Equal([0x1F, 0x8B], File.ReadAllBytes(_folder.File("results.json.gz"))[..2]);
    }

    [Fact]
    public void Save_OverAnOldFile_LeavesNothingButTheNewOne()
    {
        File.WriteAllText(_folder.File("results.json"), "old");

        ResultsFile.Save(SampleRuns.Small(), _folder.File("results.json"));

        Assert.Equal([_folder.File("results.json")], Directory.GetFiles(_folder.Path));
        Assert.Equal("socket", ResultsFile.Load(_folder.Path).Run.Scenario);
    }

    [Fact]
    public void Save_TargetIsAFolder_ThrowsAndLeavesNoTemporaryFile()
    {
        Directory.CreateDirectory(_folder.File("results.json"));

        Assert.ThrowsAny<Exception>(() => ResultsFile.Save(SampleRuns.Small(), _folder.File("results.json")));

        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void ToBytes_SameRun_IsIndentedWithSamplesOnOneLine()
    {
        string text = Encoding.UTF8.GetString(ResultsFile.ToBytes(SampleRuns.Small()));

        Assert.StartsWith("{\n  \"schema\": \"filetransfer-results/3\",\n  \"run\": {\n", text, StringComparison.Ordinal);
        Assert.Contains(
            "\n          \"nanoseconds\": [40,47,54,41,48,55,42,49,56,43,50,57,44,51,58,45,52,59,46,53],\n",
            text,
            StringComparison.Ordinal);
        Assert.Contains("\"outcome\": \"unsupported\"", text, StringComparison.Ordinal);
        Assert.Contains("--scenario 'socket'", text, StringComparison.Ordinal);
        Assert.DoesNotContain("null,", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\r', text);
        Assert.EndsWith("}\n", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("results.json")]
    [InlineData("results.json.gz")]
    public void Load_Folder_FindsTheFileInIt(string name)
    {
        ResultsFile.Save(SampleRuns.Small(), _folder.File(name));

        Assert.Equal("socket", ResultsFile.Load(_folder.Path).Run.Scenario);
    }

    [ExhaustiveFact]
    public void Load_AMillionSamples_KeepsThemAll()
    {
        Launch launch = SampleRuns.Launch(40_000, count: 1_000_000);
        RunResult run = SampleRuns.Run(SampleRuns.Measured("send-file", 1024, 40_000) with { Launches = [launch] });

        ResultsFile.Save(run, _folder.File("results.json"));

        Launch loaded = ResultsFile.Load(_folder.Path).Measurements[0].Launches[0];
        Assert.Equal(launch.Nanoseconds, loaded.Nanoseconds);
        Assert.Equal(launch.SendReturnedNanoseconds, loaded.SendReturnedNanoseconds);
    }

    [Fact]
    public void Load_ByteOrderMark_IsSkipped()
    {
        File.WriteAllBytes(_folder.File("results.json"), [0xEF, 0xBB, 0xBF, .. ResultsFile.ToBytes(SampleRuns.Small())]);

        Assert.Equal("socket", ResultsFile.Load(_folder.Path).Run.Scenario);
    }

    [Fact]
    public void Load_MissingFile_SaysWhatToGive() =>
        Assert.Contains(
            "'nowhere/results.json' does not exist: give a results.json",
            Error("nowhere/results.json"),
            StringComparison.Ordinal);

    [Fact]
    public void Load_FolderWithoutResults_SaysWhatToGive() =>
        Assert.Contains(
            "contains neither results.json nor results.json.gz: give the folder of one run",
            Error(_folder.Path),
            StringComparison.Ordinal);

    [Theory]
    [InlineData(0.9)]
    [InlineData(0.5)]
    [InlineData(0.001)]
    [InlineData(0.0)]
    public void Load_Truncated_SaysThatItIsCutShort(double part)
    {
        byte[] whole = ResultsFile.ToBytes(SampleRuns.Small());

        string error = ErrorFor(whole[..(int)(whole.Length * part)]);

        Assert.Contains("is truncated at line ", error, StringComparison.Ordinal);
        Assert.Contains("copy it again, or measure again", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_TruncatedCompressed_SaysSo()
    {
        using MemoryStream zipped = new();
        using (GZipStream zip = new(zipped, CompressionLevel.Optimal, leaveOpen: true))
        {
            zip.Write(ResultsFile.ToBytes(SampleRuns.Small()));
        }

        string error = ErrorFor(zipped.ToArray()[..(int)(zipped.Length / 2)]);

        Assert.True(
            error.Contains("is truncated", StringComparison.Ordinal) || error.Contains("cannot be decompressed", StringComparison.Ordinal),
            error);
    }

    [Fact]
    public void Load_DamagedCompressed_SaysSo() =>
        Assert.Contains(
            "cannot be decompressed",
            ErrorFor([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF]),
            StringComparison.Ordinal);

    [Theory]
    [InlineData("hello, world")]
    [InlineData("{\"schema\": filetransfer}")]
    [InlineData("<html></html>")]
    public void Load_NotJson_SaysSo(string content) => Assert.Contains("is not JSON (line 1", ErrorFor(content), StringComparison.Ordinal);

    [Theory]
    [InlineData("{}")]
    [InlineData("[1, 2]")]
    [InlineData("{\"Title\": \"a BenchmarkDotNet file\", \"Benchmarks\": [{\"schema\": \"filetransfer-results/3\"}]}")]
    [InlineData("{\"schema\": 1}")]
    public void Load_JsonWithoutSchema_SaysThatItIsNoRun(string content) =>
        Assert.Contains(
            "is JSON but not a run of FileTransfer: it has no \"schema\": \"filetransfer-results/3\"",
            ErrorFor(content),
            StringComparison.Ordinal);

    [Fact]
    public void Load_OtherVersion_NamesBothVersions() => Assert.Contains(
        "has version 'filetransfer-results/4', but this program reads "
        + "'filetransfer-results/3': use the program that wrote it, or measure again",
        ErrorFor("{\"schema\": \"filetransfer-results/4\", \"other\": [{}]}"),
        StringComparison.Ordinal);

    [Fact]
    public void Load_OtherSchema_NamesBoth() => Assert.Contains(
        "has the format 'iperf/3', but this program reads 'filetransfer-results/3'",
        ErrorFor("{\"before\": {\"schema\": 1}, \"schema\": \"iperf/3\"}"),
        StringComparison.Ordinal);

    [Theory]
    [InlineData("run", "scenario")]
    [InlineData("environment", "memoryCopyGBps")]
    [InlineData("environment", "warnings")]
    public void Load_MissingField_NamesIt(string section, string field)
    {
        string error = ErrorFor(Changed(run => run[section]!.AsObject().Remove(field)));

        Assert.Contains("does not follow filetransfer-results/3", error, StringComparison.Ordinal);
        Assert.Contains(field, error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("strategy", "strategy")]
    [InlineData("launches", "measurement 2 (read-write-1k, 1K) has no launches")]
    [InlineData("statistics", "measurement 2 (read-write-1k, 1K) has the outcome measured but no statistics")]
    public void Load_MeasurementWithoutField_NamesIt(string field, string message) =>
        Assert.Contains(message, ErrorFor(Changed(run => run["measurements"]![1]!.AsObject().Remove(field))), StringComparison.Ordinal);

    [Fact]
    public void Load_FailedWithoutReason_IsRefused() =>
        Assert.Contains(
            "(copy-to-async, 1M) was not measured and gives no reason",
            ErrorFor(Changed(run => run["measurements"]![9]!.AsObject().Remove("reason"))),
            StringComparison.Ordinal);

    [Fact]
    public void Load_NullInsteadOfSamples_IsRefused() =>
        Assert.Contains(
            "anoseconds",
            ErrorFor(Changed(run => run["measurements"]![1]!["launches"]![0]!["nanoseconds"] = null)),
            StringComparison.Ordinal);

    [Fact]
    public void Load_NullMeasurement_IsRefused() =>
        Assert.Contains("measurement 2 is null", ErrorFor(Changed(run => run["measurements"]![1] = null)), StringComparison.Ordinal);

    [Fact]
    public void Load_FractionalSample_NamesThePlace()
    {
        string error = ErrorFor(Changed(run => run["measurements"]![1]!["launches"]![0]!["nanoseconds"]![1] = 1.5));

        Assert.Contains("sample 2 is not a whole number of nanoseconds", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_ListsOfDifferentLength_IsRefused() =>
        Assert.Contains(
            "two lists of samples differ in length",
            ErrorFor(Changed(run => run["measurements"]![1]!["launches"]![0]!["nanoseconds"]!.AsArray().RemoveAt(0))),
            StringComparison.Ordinal);

    [Theory]
    [InlineData("\"succeeded\"")]
    [InlineData("0")]
    public void Load_UnknownOutcome_IsRefused(string outcome) =>
        Assert.Contains(
            "measurements[1].outcome",
            ErrorFor(Changed(run => run["measurements"]![1]!["outcome"] = JsonNode.Parse(outcome))),
            StringComparison.Ordinal);

    private static byte[] Changed(Action<JsonObject> change)
    {
        JsonObject run = JsonNode.Parse(ResultsFile.ToBytes(SampleRuns.Small()))!.AsObject();
        change(run);
        return Encoding.UTF8.GetBytes(run.ToJsonString());
    }

    private static string Error(string path) => Assert.Throws<ResultsFileException>(() => ResultsFile.Load(path)).Message;

    private string ErrorFor(string content) => ErrorFor(Encoding.UTF8.GetBytes(content));

    private string ErrorFor(byte[] content)
    {
        File.WriteAllBytes(_folder.File("results.json"), content);
        return Error(_folder.Path);
    }
}
