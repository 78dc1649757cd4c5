using FileTransfer.Harness.Comparing;
using FileTransfer.Harness.Tests.Comparing;
using FileTransfer.Lab.Calibration;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Calibration;

public sealed class ComparisonCalibrationTests
{
    [Fact]
    public void Page_ComparisonsOfEqualSides_CountsFalseVerdictsAndOtherMethods()
    {
        ComparisonEntry quiet = Entry("nothing", ("Equivalent", 2));
        ComparisonEntry wrong = Entry("nothing", ("Regression", 1), ("CannotTell", 1)) with
        {
            Beside = "busy",
            TTestAlarms = 2,
            IsUnfit = true,
        };

        string page = ComparisonPage.Of([quiet, quiet, wrong]);

        Assert.Contains("| idle | 2 | 4 | 0 (0 %) | 77.6 % | 0 | 0 (0 %) | 0 (0 %) |", page, StringComparison.Ordinal);
        Assert.Contains("| busy | 1 | 2 | 1 (100 %) | 100.0 % | 1 | 1 (100 %) | 0 (0 %) |", page, StringComparison.Ordinal);
        Assert.DoesNotContain("| 3 | 6 |", page, StringComparison.Ordinal);
        Assert.Contains("Not measured yet.", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Page_ComparisonsWithASlowerSide_CountsWhatIsFound()
    {
        string page = ComparisonPage.Of([Entry("copies10", ("Regression", 1), ("CannotTell", 1)), Entry("copies10", ("Improvement", 2))]);

        Assert.Contains("| copies10 | idle | 4 | 1 (25 %) | 1 | 0 | 2 |", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Log_WhatIsAppended_IsRead()
    {
        using var folder = new TemporaryFolder();
        string path = folder.File(ComparisonLog.FileName);
        Assert.Empty(ComparisonLog.Load(path));
        ComparisonLog.Append(path, Entry("slower5", ("Regression", 2)));
        ComparisonLog.Append(path, Entry("nothing", ("Equivalent", 1)));

        Assert.Equal(["slower5", "nothing"], ComparisonLog.Load(path).Select(entry => entry.Difference));
        File.AppendAllText(path, "no json\n");
        Assert.Contains(
            "is not a calibration log of comparisons",
            Assert.Throws<FileTransfer.Results.Errors.UsageException>(() => ComparisonLog.Load(path)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Of_AComparison_HasItsVerdictsAndWhatOthersWouldSay()
    {
        CompareResult result = Result();
        IReadOnlyList<ComparisonRound> rounds = new SimulatedRounds(3) { Factor = 1.5, Noise = 0.01, Drift = 0 }.Make(12);

        ComparisonEntry entry = ComparisonLog.Of(new MeasuredComparison(result, rounds, ExitCode: 1), "nothing", "idle");

        Assert.Equal((result.Rounds, 1, 1), (entry.Rounds, entry.Refused, entry.Cases));
        Assert.Equal(1, entry.Count("Regression"));
        Assert.Equal((1, 1), (entry.TTestAlarms, entry.MannWhitneyAlarms));
    }

    [Fact]
    public void Load_AComparison_IsWhatWasWritten()
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("compare.json");
        CompareResult result = Result();
        File.WriteAllText(path, CompareFile.Text(result));

        CompareResult loaded = CompareFile.Load(path);

        Assert.Equal((result.Rounds, result.Command, 1), (loaded.Rounds, loaded.Command, loaded.Count(ChangeVerdict.Regression)));
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("no json")]
    [InlineData(null)]
    public void Load_SomethingElse_IsRefused(string? text)
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("compare.json");
        if (text is not null)
        {
            File.WriteAllText(path, text);
        }

        Assert.Contains(path, Assert.Throws<ResultsFileException>(() => CompareFile.Load(path)).Message, StringComparison.Ordinal);
    }

    private static CompareResult Result() => new()
    {
        StartedUtc = DateTimeOffset.UnixEpoch,
        Command = "filetransfer compare",
        Base = "one",
        Other = "other",
        Machine = "a machine",
        BaseCommit = "0123456789ab",
        OtherCommit = "0123456789ab",
        Rounds = 12,
        Refusals = ["steal"],
        IsUnfit = false,
        ErrorRate = 0.05,
        Threshold = 1.05,
        Margin = 1.05,
        Cases =
        [
            new ComparedCase
            {
                Strategy = "send-file",
                Transport = "tcp",
                SizeBytes = 1024,
                Rounds = 12,
                Verdict = ChangeVerdict.Regression,
            },
        ],
    };

    private static ComparisonEntry Entry(string difference, params (string Verdict, int Count)[] verdicts) => new()
    {
        Difference = difference,
        Beside = "idle",
        StartedUtc = DateTimeOffset.UnixEpoch,
        Commit = "0123456789ab",
        Machine = "a machine",
        Rounds = 12,
        Refused = 0,
        IsUnfit = false,
        Verdicts = verdicts.ToDictionary(verdict => verdict.Verdict, verdict => verdict.Count),
        TTestAlarms = 0,
        MannWhitneyAlarms = 0,
    };
}
