using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>Two stored runs: what differs, what the machine did, and each case; bad input says what is wrong.</summary>
public sealed class StoredComparisonTests
{
    private const string Foreign = """
        {"Title":"Foreign","HostEnvironmentInfo":{"OsVersion":"Debian 12","RuntimeVersion":".NET 10.0.1"},
         "Benchmarks":[{"FullName":"Sorting.Quick","Measurements":[
          {"IterationMode":"Overhead","IterationStage":"Actual","LaunchIndex":1,"IterationIndex":1,"Operations":10,"Nanoseconds":1},
          LAUNCHES]}]}
        """;

    [Fact]
    public async Task Compare_TwoRuns_NamesWhatDiffersAndEachCase()
    {
        using var folder = new TemporaryFolder();
        RunResult old = SampleRuns.Run(
            SampleRuns.Measured("null", 1024, 50), SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(40_000, 50)),
            SampleRuns.Measured("splice", 1024, SampleRuns.Steps(40_000, 50)));
        RunResult later = SampleRuns.Run(
            SampleRuns.Measured("null", 1024, 60), SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(80_000, 50)),
            SampleRuns.Measured("splice", 1024, SampleRuns.Steps(40_010, 50)));
        later = later with
        {
            Environment = later.Environment with { Sender = later.Environment.Sender with { Kernel = "6.2.0" } },
            Run = later.Run with { Options = new Dictionary<string, string>(later.Run.Options) { ["no-delay"] = "off" } },
        };
        ResultsFile.Save(old, folder.File("old.json"));
        ResultsFile.Save(later, folder.File("new.json.gz"));

        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "compare",
            folder.File("old.json"),
            folder.File("new.json.gz"));
        Assert.True(exitCode == ExitCode.Success, errors);
        Assert.Contains("judges nothing", output, StringComparison.Ordinal);
        Assert.Contains("differs: kernel: 6.1.0 → 6.2.0 to 6.1.0", output, StringComparison.Ordinal);
        Assert.Contains("differs: --no-delay: on → off", output, StringComparison.Ordinal);
        Assert.Matches(@"What is not the code's took 1\.1\d× as long in the new run \(geometric mean of 1; most: null over tcp", output);
        Assert.Matches(@"send-file over tcp at 1K.*(1\.99|2\.0)×.*slower", output);
        Assert.Matches(@"splice over tcp at 1K.*equal within 5 %", output);
    }

    [Fact]
    public async Task Compare_SeveralRunsPerSide_ArePooled()
    {
        using var folder = new TemporaryFolder();
        string[] paths = [.. Enumerable.Range(0, 4).Select(index => folder.File($"{index}.json"))];
        foreach (string path in paths)
        {
            ResultsFile.Save(SampleRuns.Run(SampleRuns.Measured("send-file", 1024, 40_000, 40_100, 40_200)), path);
        }

        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "compare",
            $"{paths[0]},{paths[1]}",
            $"{paths[2]},{paths[3]}");
        Assert.True(exitCode == ExitCode.Success, errors);
        Assert.Contains("1 equal within 5 %", output, StringComparison.Ordinal);
        Assert.Contains("are the same, as far as they were recorded", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compare_FullJsonOfBenchmarkDotNet_IsReadWithAWarning()
    {
        using var folder = new TemporaryFolder();
        await WriteForeignAsync(folder.File("old.json"), nanoseconds: 1000);
        await WriteForeignAsync(folder.File("new.json"), nanoseconds: 3000);
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "compare",
            folder.File("old.json"),
            folder.File("new.json"));
        Assert.True(exitCode == ExitCode.Success, errors);
        Assert.Matches(@"Sorting\.Quick.*2\.9×.*slower", output);
        Assert.Contains("warning: ", output, StringComparison.Ordinal);
        Assert.Contains("followed each other", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("is compared with itself", "one.json", "one.json")]
    [InlineData("have no case in common", "one.json", "other.json")]
    [InlineData("compare 'FOLDER/one.json' with what?", "one.json")]
    [InlineData("does not exist", "one.json", "missing.json")]
    [InlineData("nothing was measured in", "one.json", "empty.json")]
    [InlineData("has no measurements in it", "one.json", "foreign.json")]
    [InlineData("newer.json", "one.json", "newer.json")]
    [InlineData("cut.json", "one.json", "cut.json")]
    public async Task Compare_BadInput_SaysWhatIsWrong(string message, params string[] names)
    {
        using var folder = new TemporaryFolder();
        RunResult one = SampleRuns.Run(SampleRuns.Measured("send-file", 1024, 40_000));
        ResultsFile.Save(one, folder.File("one.json"));
        ResultsFile.Save(SampleRuns.Run(SampleRuns.Measured("send-file", 2048, 40_000)), folder.File("other.json"));
        ResultsFile.Save(SampleRuns.Run(SampleRuns.Unsupported("splice", 1024, "needs Linux")), folder.File("empty.json"));
        CancellationToken token = TestContext.Current.CancellationToken;
        await File.WriteAllTextAsync(folder.File("foreign.json"), """{"Title":"x","Benchmarks":[{"FullName":"a.b"}]}""", token);
        string text = await File.ReadAllTextAsync(folder.File("one.json"), token);
        await File.WriteAllTextAsync(folder.File("newer.json"), text.Replace("results/3", "results/9", StringComparison.Ordinal), token);
        await File.WriteAllTextAsync(folder.File("cut.json"), text[..(text.Length / 2)], token);

        (int exitCode, string _, string errors) = await HarnessProcess.RunHereAsync(
            ["compare", .. names.Select(name => folder.File(name))]);
        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Contains(message.Replace("FOLDER", folder.Path, StringComparison.Ordinal), errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
    }

    private static Task WriteForeignAsync(string path, int nanoseconds) => File.WriteAllTextAsync(
        path,
        Foreign.Replace(
            "LAUNCHES",
            string.Join(",", Enumerable.Range(1, 6).SelectMany(launch => Enumerable.Range(1, 3).Select(iteration =>
                $$"""
                {"IterationMode":"Workload","IterationStage":"Result","LaunchIndex":{{launch}},
                 "IterationIndex":{{iteration}},"Operations":10,"Nanoseconds":{{10 * (nanoseconds + (launch * 10) + iteration)}}}
                """))),
            StringComparison.Ordinal));
}
