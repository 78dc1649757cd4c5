using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Lab.Calibration;
using FileTransfer.Lab.Variants;
using FileTransfer.Results;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Calibration;

public sealed class CalibrationTests
{

    [Theory]
    [InlineData("send-file", null)]
    [InlineData("send-file@2", 0)]
    [InlineData("send-file@slower10", 10)]
    [InlineData("send-file@slower0", null)]
    [InlineData("send-file@slower-5", null)]
    [InlineData("send-file@slower", null)]
    [InlineData("send-file@3", null)]
    [InlineData("send-file@2@2", null)]
    public void PercentSlower_OfAnId_IsWhatItSays(string id, int? percent) => Assert.Equal(percent, SlowedVariant.PercentSlower(id));

    [Fact]
    public void Find_Variant_IsTheOriginalUnderAnotherId()
    {
        StrategyDescriptor original = StrategyCatalog.Find("send-file");
        StrategyDescriptor twin = StrategyCatalog.Find("send-file@2");
        Assert.Equal("send-file@2", twin.Id);
        Assert.Equal(original.Implementation, twin.Implementation);
        Assert.Equal(original.Mechanism, twin.Mechanism);
        Assert.True(SlowedVariant.Of(original, "send-file@slower20")!.IsSynchronous);
        Assert.False(SlowedVariant.Of(StrategyCatalog.Find("copy-to-async"), "copy-to-async@slower20")!.IsSynchronous);
        Assert.Null(SlowedVariant.Of(StrategyCatalog.Find("http-body-2"), "http-body-2@slower20"));
        Assert.DoesNotContain(StrategyCatalog.All, descriptor => descriptor.Id.Contains('@', StringComparison.Ordinal));
        Assert.Throws<ArgumentException>(() => StrategyCatalog.Find("send-file@3"));
        Assert.Throws<ArgumentException>(() => StrategyCatalog.Find("pigeon@2"));
    }

    [Fact]
    public void Of_TwinsThatAreToldApart_IsFalse()
    {
        Assert.False(CalibrationPage.IsFalse(
            Entry(Measured("send-file", Kilobyte, Steps(1000, 1)), Measured("send-file@2", Kilobyte, Steps(1001, 1)))));
        Assert.True(CalibrationPage.IsFalse(
            Entry(Measured("send-file", Kilobyte, Steps(1000, 1)), Measured("send-file@2", Kilobyte, Steps(1300, 1)))));
        // Another strategy may differ.
        Assert.False(CalibrationPage.IsFalse(
            Entry(Measured("send-file", Kilobyte, Steps(1000, 1)), Measured("begin-send", Kilobyte, Steps(1300, 1)))));
    }

    /// <summary>A strategy that always takes twice as long behind another is found, and one that does not is not.</summary>
    [Fact]
    public void Predecessors_ThatLinger_AreFound()
    {
        string[] ids = ["send-file", "begin-send", "read-write-64k"];
        var random = new Random(3);
        int[][] order = TurnOrder.Of(ids.Length, 12, new Random(1));
        RunResult run = Run([.. ids.Select(id => Measured(id, Kilobyte, Steps(1000, 1)) with
        {
            Launches = [.. Enumerable.Range(1, 4).Select(round => new Launch
            {
                Round = round,
                Nanoseconds = [1],
                SendReturnedNanoseconds = [1],
                MedianNanoseconds = 1,
                Turns = [.. Enumerable.Range(1, 12).Select(cycle =>
                {
                    int position = Array.IndexOf(order[cycle - 1], Array.IndexOf(ids, id));
                    bool lingers = id == "send-file" && position > 0 && ids[order[cycle - 1][position - 1]] == "begin-send";
                    return new Turn(cycle, position + 1, 10, (lingers ? 2000 : 1000) * (1 + (0.01 * random.NextDouble())));
                })],
            })],
        })]);
        foreach (PredecessorSpread spread in Some.Of(PredecessorSpread.Of(run)))
        {
            bool isSlowed = spread.Strategy == "send-file";
            Assert.Equal(isSlowed, spread.SlowestBehind == "begin-send" && spread.Slowest > 1.3);
            Assert.InRange(spread.Slowest / spread.Fastest, isSlowed ? 1.9 : 1, isSlowed ? 2.1 : 1.02);
            Assert.InRange(spread.Error, 0, 0.1);
        }

        Assert.Equal(ids.Length, PredecessorSpread.Of(run).Count);
    }

    [Fact]
    public void Compare_IntervalsWithNothingInCommon_Contradict()
    {
        CalibrationEntry first = Entry(
            Measured("read-write-1k", Kilobyte, Steps(4000, 1)),
            Measured("send-file", Kilobyte, Steps(1000, 1)),
            Measured("begin-send", Kilobyte, Steps(2000, 1)));
        CalibrationEntry second = Entry(
            Measured("read-write-1k", Kilobyte, Steps(4000, 1)),
            Measured("send-file", Kilobyte, Steps(1000, 1)),
            Measured("begin-send", Kilobyte, Steps(3000, 1)));
        Assert.Equal((2, 1), CalibrationPage.Compare(first, second));
        Assert.Equal((2, 0), CalibrationPage.Compare(first, first));
    }

    [Fact]
    public void Page_OfEveryKind_HasTheirRates()
    {
        const string How = "quick, 10 × 8 turns";
        CalibrationEntry twins = Entry(Measured("send-file", Kilobyte, Steps(1000, 1)), Measured("send-file@2", Kilobyte, Steps(1001, 1)));
        CalibrationEntry power = Entry(
            Measured("send-file", Kilobyte, Steps(1000, 1)),
            Measured("send-file@slower20", Kilobyte, Steps(1200, 1)),
            Measured("send-file@slower3", Kilobyte, Steps(1030, 1))) with
        {
            Kind = CalibrationKind.Power,
        };
        CalibrationEntry repeated = power with { Kind = CalibrationKind.Repetition };
        string page = CalibrationPage.Of(
            [twins, twins with { Beside = "busy" }, power, repeated, repeated with { StartedUtc = repeated.StartedUtc.AddHours(1) }],
            [new RaceEntry("quick", "normal", 4, 0.1, 200, 1, 1, 0.915, 1, 0.5)],
            "calibration.jsonl");
        Assert.Contains($"| **all** | {How} | 2 | 2 | 0 (0 %) | 77.6 % | 100 % |", page, StringComparison.Ordinal);
        Assert.Contains(
            $"| 20 % | idle | {How} | none | 1K | 1 | 1 (100 %) | 5 % | 0 | 0 | 0 | 1.197× |", page, StringComparison.Ordinal);
        Assert.Contains(
            $"| 3 % | idle | {How} | none | 1K | 1 | 1 (100 %) | 5 % | 0 | 1 | 0 | 1.030× |", page, StringComparison.Ordinal);
        Assert.Contains($"| socket | {How} | none | 2 | 60 min | 2 | 0 (0 %) |", page, StringComparison.Ordinal);
        Assert.Contains("| normal | 4 | 200 | 0.5 % | 100, 92 |", page, StringComparison.Ordinal);
        // These twins differ by a thousandth in every round, which is little, and proven.
        Assert.Contains($"| twins | busy | {How} | 1 | 1 | 1 (100 %) | 1 (100 %) | 1 | 100.0 % | 0 | 0 |", page, StringComparison.Ordinal);
        Assert.Contains("Not measured yet.", CalibrationPage.Of([twins], [], "calibration.jsonl"), StringComparison.Ordinal);
    }

    [Fact]
    public void Log_AppendedAndLoaded_IsTheSame()
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("docs/raw.jsonl");
        CalibrationEntry entry = Entry(Measured("send-file", Kilobyte, Steps(1000, 1)), Measured("send-file@2", Kilobyte, Steps(1001, 1)));
        CalibrationLog.Append(path, entry);
        CalibrationLog.Append(path, entry with { Beside = "busy" });
        Assert.Equal(["idle", "busy"], CalibrationLog.Load(path).Select(line => line.Beside));
        Assert.Equal(entry.Pairs, CalibrationLog.Load(path)[0].Pairs);
    }

    [Theory]
    [InlineData("calibration page MISSING --output x", "there is no file MISSING")]
    [InlineData("calibration note x --to y --kind luck", "--kind: 'luck' is not one of twins, power, truth, repetition")]
    [InlineData("calibration note x --to y --kind twins --beside rain", "--beside: 'rain' is not one of idle, busy")]
    public async Task Command_BadInput_SaysSo(string command, string message)
    {
        (int exitCode, _, string errors) = await HarnessProcess.RunLabWithAsync(command.Split(' '));
        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    /// <summary>Copies that are called slower than their original, and slowed ones that are called faster or as fast, are false.</summary>
    [Theory]
    [InlineData("send-file@2", 1000, 0, 0, 0)]
    [InlineData("send-file@2", 2000, 1, 0, 0)]
    [InlineData("send-file@slower20", 2000, 0, 1, 1)]
    [InlineData("send-file@slower20", 500, 1, 1, 0)]
    [InlineData("send-file@slower10", 1010, 0, 1, 1)]
    [InlineData("send-file@slower20", 1010, 1, 1, 1)]
    public void Answers_OfACopy_AreFalseWhereItDiffersTheWrongWay(
        string copy, long nanoseconds, int wrong, int slowed, int found) => Assert.Equal(
        new CalibrationAnswers(1, 1, 1, wrong, slowed, found),
        Entry(Measured("send-file", Kilobyte, Steps(1000, 1)), Measured(copy, Kilobyte, Steps(nanoseconds, 1))).Answers);

    private static CalibrationEntry Entry(params Measurement[] measurements)
    {
        RunResult run = Run(measurements);
        return CalibrationLog.Of(
            run with { Run = run.Run with { Profile = "quick", Rounds = 10, Scenario = "socket" } },
            CalibrationKind.Twins,
            "idle") with
        {
            Cycles = 8,
        };
    }

    /// <summary>A pair is a line, a condition a column, and every run of it a number.</summary>
    [Fact]
    public void Page_OfConditions_HasAColumnForEach()
    {
        CalibrationEntry Under(string condition, double ratio) => Entry(
            Measured("read-write-1k", Kilobyte, Steps(4000, 1)), Measured("send-file", Kilobyte, Steps(1000, 1))) with
        {
            Kind = CalibrationKind.Bias,
            Condition = condition,
            Pairs =
            [
                new CalibrationPair("tcp", Kilobyte, "send-file", "adaptive", "CannotTell", 1 / ratio, 0.9 / ratio, 1.1 / ratio, "same"),
            ],
        };
        string page = CalibrationPage.Of(
            [Under("turns of 4 ms", 0.61), Under("turns of 8 ms", 0.62), Under("turns of 8 ms", 0.63), Under("two alone", 2)],
            [],
            "raw.jsonl");
        Assert.Contains("| strategy ÷ baseline | size | placement | turns of 4 ms | turns of 8 ms |", page, StringComparison.Ordinal);
        Assert.Contains("| adaptive ÷ send-file | 1K | same | 0.610 (±10.6 %) | 0.620, 0.630 (±10.6 %) |", page, StringComparison.Ordinal);
        Assert.Contains("| adaptive ÷ send-file | 1K | same | 2.000 (±10.6 %) |", page, StringComparison.Ordinal);
        Assert.DoesNotContain("turns of 16 ms", page, StringComparison.Ordinal);
    }
}
