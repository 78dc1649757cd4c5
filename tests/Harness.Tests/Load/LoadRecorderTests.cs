using System.Diagnostics;
using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>Whose fault a late start is, what counts from where, and when a load is no result.</summary>
public sealed class LoadRecorderTests
{
    private const long Millisecond = 1_000_000;

    [Fact]
    public void Record_ConnectionWasBusy_IsQueueingAndNotLateness()
    {
        LoadRecorder recorder = Open();
        // Due at 10 ms, the connection was free at 14 ms and began 0.2 ms later; the answer came at 20 ms.
        recorder.Record(At(10), Ticks(14), Ticks(14.2), Ticks(20), isChecked: false);
        Assert.Equal(Ticks(4), recorder.MostQueued * Stopwatch.Frequency / 1_000_000_000);
        Assert.InRange(recorder.MostLate, 0.199 * Millisecond, 0.201 * Millisecond);
        Assert.Equal(0, recorder.Late);
        Assert.InRange(Assert.Single(recorder.Samples!), 9.99 * Millisecond, 10.01 * Millisecond);
    }

    [Fact]
    public void Record_ConnectionWasFree_IsTheGeneratorsLateness()
    {
        LoadRecorder recorder = Open();
        recorder.Record(At(10), Ticks(3), Ticks(12), Ticks(13), isChecked: false);
        Assert.Equal(0, recorder.MostQueued);
        Assert.InRange(recorder.MostLate, 1.99 * Millisecond, 2.01 * Millisecond);
        Assert.Equal(1, recorder.Late);
    }

    [Fact]
    public void Record_ClosedLoop_CountsFromTheStartAndKnowsNoLateness()
    {
        var recorder = new LoadRecorder(1, isOpen: false, Millisecond);
        recorder.Record(At(10), Ticks(3), Ticks(12), Ticks(13), isChecked: false);
        Assert.InRange(Assert.Single(recorder.Samples!), 0.99 * Millisecond, 1.01 * Millisecond);
        Assert.Equal(0, recorder.Late);
        Assert.Equal(0, recorder.Lateness.TotalCount);
    }

    /// <summary>Checking takes the receiver time, so that a checked transfer is none of the samples.</summary>
    [Fact]
    public void Record_Checked_IsCompletedAndNoSample()
    {
        LoadRecorder recorder = Open();
        recorder.Record(At(1), Ticks(0), Ticks(1), Ticks(2), isChecked: true);
        recorder.Record(At(2), Ticks(0), Ticks(2), Ticks(3), isChecked: false);
        Assert.Equal((2, 1, 1), (recorder.Completed, recorder.Timed, recorder.Checked));
        Assert.Single(recorder.Samples!);
        Assert.Equal(2000, recorder.Bytes([1000]));
    }

    [Fact]
    public void Record_MoreThanCanBeKept_LeavesTheHistogram()
    {
        LoadRecorder recorder = Open();
        for (int i = 0; i <= LoadResult.MostSamples; i++)
        {
            recorder.Record(At(1), 0, Ticks(1), Ticks(2), isChecked: false);
        }

        Assert.Null(recorder.Samples);
        Assert.Equal(LoadResult.MostSamples + 1, recorder.Sizes[0].Histogram.TotalCount);
    }

    [Fact]
    public void TakeInterval_Twice_HasWhatCameInBetween()
    {
        LoadRecorder recorder = Open();
        recorder.Record(At(1), 0, Ticks(1), Ticks(2), isChecked: false);
        Assert.Equal(1, recorder.TakeInterval().Count);
        Assert.Equal(0, recorder.TakeInterval().Count);
        recorder.Record(At(1), 0, Ticks(1), Ticks(4), isChecked: false);
        (long count, double p50, double _) = recorder.TakeInterval();
        Assert.Equal(1, count);
        Assert.InRange(p50, 2.99 * Millisecond, 3.01 * Millisecond);
    }

    [Theory]
    [InlineData(1, null)]
    [InlineData(2, "offered 9,800 of 10,000/s: the generator began 2 % of the transfers more than 1 ms after")]
    [InlineData(3, "offered 9,700 of 10,000/s")]
    public void GeneratorLimit_ShareBegunLate_IsToldFromMoreThanOnePercentOn(int latePercent, string? expected)
    {
        LoadRecorder recorder = Open();
        for (int i = 0; i < 100; i++)
        {
            recorder.Record(At(10), 0, i < latePercent ? Ticks(12) : Ticks(10), Ticks(13), isChecked: false);
        }

        string? limit = LoadMeasurer.GeneratorLimit(Plan(10_000), recorder);
        Assert.True(expected is null ? limit is null : limit!.StartsWith(expected, StringComparison.Ordinal), limit);
        Assert.Null(LoadMeasurer.GeneratorLimit(Plan(null), recorder));
    }

    [Theory]
    [InlineData(0, null, 1, 1000, true)]
    [InlineData(2, null, 2, 2, false)]
    [InlineData(2, null, 3, 1000, true)]
    [InlineData(null, 1.0, 1, 50, false)]
    [InlineData(null, 1.0, 2, 50, true)]
    [InlineData(null, 1.0, 10, 1000, false)]
    [InlineData(null, 1.0, 11, 1000, true)]
    public void IsPassed_NumberOrShare_IsWhatItSays(int? count, double? percent, long errors, long tried, bool isPassed) =>
        Assert.Equal(isPassed, new ErrorLimit(count, percent).IsPassed(errors, tried));

    [Theory]
    [InlineData(TransferErrorKind.ConnectionLost, true)]
    [InlineData(TransferErrorKind.TimedOut, true)]
    [InlineData(TransferErrorKind.Mismatch, false)]
    [InlineData(TransferErrorKind.PayloadChanged, false)]
    public void TryAdd_DeliveryOfSomethingElse_IsNeverAllowed(TransferErrorKind kind, bool isAllowed)
    {
        var errors = new ErrorBook(new ErrorLimit(100, null));
        Assert.Equal(isAllowed, errors.TryAdd(new TransferException(kind, "first"), completed: 10));
        Assert.Equal(!isAllowed, errors.IsPassed);
        Assert.Equal(1, Assert.Single(errors.ByKind).Value);
        Assert.Equal("first", errors.First!.Message);
    }

    private static LoadRecorder Open() => new(1, isOpen: true, Millisecond);

    private static Arrival At(double milliseconds) => new(Ticks(milliseconds), 0);

    private static long Ticks(double milliseconds) => (long)(milliseconds * Stopwatch.Frequency / 1000);

    private static LoadPlan Plan(double? rate) => new()
    {
        Strategy = StrategyCatalog.Find("send-async"),
        Payloads = [],
        Sender = null!,
        Server = new Uri("http://127.0.0.1:1"),
        Connections = 1,
        Seed = 1,
        Rate = rate,
    };
}
