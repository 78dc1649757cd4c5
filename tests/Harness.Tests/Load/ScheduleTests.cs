using System.Collections.Concurrent;
using System.Diagnostics;
using FileTransfer.Harness.Load.Generating;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>When transfers are due, how large they are, and that each is taken once.</summary>
public sealed class ScheduleTests
{
    private const int Many = 100_000;

    private static readonly long s_millisecond = Stopwatch.Frequency / 1000;

    [Fact]
    public void Next_FixedRate_IsEvenlySpacedWithoutDrift()
    {
        var schedule = new RateSchedule(3000, isPoisson: false, seed: 1);
        long[] instants = [.. Enumerable.Range(0, Many).Select(_ => schedule.Next())];
        Assert.Equal(0, instants[0]);
        Assert.Equal(333_333, instants[1]);
        Assert.Equal(1_000_000, instants[3]);
        Assert.InRange(instants[99_999], 33_333_000_000 - 1, 33_333_000_000 + 1);
    }

    [Fact]
    public void Next_Poisson_HasTheMeanAndTheSpreadOfAnExponentialDistribution()
    {
        var schedule = new RateSchedule(1000, isPoisson: true, seed: 7);
        long[] instants = [.. Enumerable.Range(0, Many).Select(_ => schedule.Next())];
        double[] gaps = [.. instants.Zip(instants.Skip(1), (one, next) => (double)(next - one))];
        double mean = gaps.Average();
        double deviation = Math.Sqrt(gaps.Average(gap => (gap - mean) * (gap - mean)));
        // Four standard errors of the mean are 1.3 % of it; the seed is fixed.
        Assert.InRange(mean, 987_000, 1_013_000);
        Assert.InRange(deviation / mean, 0.98, 1.02);
        Assert.InRange(gaps.Count(gap => gap > 1_000_000) / (double)gaps.Length, 0.36, 0.38);
    }

    [Fact]
    public void Next_SameSeed_IsTheSameAndAnotherIsNot()
    {
        static long[] Instants(int seed)
        {
            var schedule = new RateSchedule(10, isPoisson: true, seed);
            return [.. Enumerable.Range(0, 10).Select(_ => schedule.Next())];
        }

        Assert.Equal(Instants(5), Instants(5));
        Assert.NotEqual(Instants(5), Instants(6));
    }

    [Fact]
    public void Next_Mix_HasTheSharesOfTheWeights()
    {
        var mix = new SizeMix([90, 9, 1], seed: 3);
        int[] chosen = [.. Enumerable.Range(0, Many).Select(_ => mix.Next())];
        Assert.InRange(chosen.Count(size => size == 0), 0.895 * Many, 0.905 * Many);
        Assert.InRange(chosen.Count(size => size == 1), 0.085 * Many, 0.095 * Many);
        Assert.InRange(chosen.Count(size => size == 2), 0.008 * Many, 0.012 * Many);
    }

    [Fact]
    public void TryTake_OpenLoop_GivesNothingBeforeItIsDue()
    {
        using ArrivalQueue queue = Open(perSecond: 1000, start: 500, end: 500 + (10 * s_millisecond));
        Assert.False(queue.TryTake(499, out _));
        Assert.True(queue.TryTake(500, out Arrival first));
        Assert.Equal(500, first.Due);
        Assert.False(queue.TryTake(500 + s_millisecond - 1, out _));
        Assert.Equal(500 + s_millisecond, queue.NextDue);
        Assert.True(queue.TryTake(500 + (5 * s_millisecond), out Arrival second));
        Assert.Equal(500 + s_millisecond, second.Due);
        Assert.False(queue.IsOver);
    }

    [Fact]
    public void TryTake_AfterTheEnd_TakesWhatWasDueAndThenEnds()
    {
        using ArrivalQueue queue = Open(perSecond: 1000, start: 0, end: 3 * s_millisecond, patience: 10 * s_millisecond);
        long late = 12 * s_millisecond;
        Assert.True(queue.TryTake(late, out Arrival first) && queue.TryTake(late, out _) && queue.TryTake(late, out _));
        Assert.Equal(0, first.Due);
        Assert.True(queue.IsOver && queue.Stopped.IsCancellationRequested);
        Assert.False(queue.TryTake(late, out _));
        Assert.Equal(0, queue.CountLeft(long.MaxValue));
    }

    [Fact]
    public void TryTake_PatienceIsAtItsEnd_LeavesTheRestAndCountsIt()
    {
        using ArrivalQueue queue = Open(perSecond: 1000, start: 0, end: 10 * s_millisecond, patience: 5 * s_millisecond);
        Assert.True(queue.TryTake(14 * s_millisecond, out _));
        Assert.False(queue.TryTake(15 * s_millisecond, out _));
        Assert.True(queue.IsOver);
        Assert.Equal(9, queue.CountLeft(long.MaxValue));
    }

    [Fact]
    public void CountLeft_StoppedEarly_CountsOnlyWhatWasDue()
    {
        using ArrivalQueue queue = Open(perSecond: 1000, start: 0, end: 100 * s_millisecond);
        Assert.True(queue.TryTake(0, out _));
        queue.Stop();
        Assert.Equal(4, queue.CountLeft((4 * s_millisecond) + 1));
    }

    [Fact]
    public void TryTake_ClosedLoop_IsDueWhenItIsTakenAndEndsWithTheTime()
    {
        using var queue = new ArrivalQueue(null, new SizeMix([1], 1), start: 100, end: 1000, most: long.MaxValue, patience: 50);
        Assert.False(queue.TryTake(99, out _));
        Assert.True(queue.TryTake(300, out Arrival arrival));
        Assert.Equal(300, arrival.Due);
        Assert.True(queue.TryTake(999, out _));
        Assert.False(queue.TryTake(1000, out _));
        Assert.True(queue.IsOver);
        Assert.Equal(0, queue.CountLeft(long.MaxValue));
    }

    [Fact]
    public async Task TryTake_ManyThreads_GivesEachTransferOnceAndNoMoreThanAskedFor()
    {
        using ArrivalQueue queue = Open(perSecond: 1_000_000, start: 0, end: long.MaxValue, most: 10_000);
        ConcurrentBag<long> taken = [];
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
        {
            while (queue.TryTake(long.MaxValue / 4, out Arrival arrival))
            {
                taken.Add(arrival.Due);
            }
        })));
        Assert.Equal(10_000, taken.Count);
        Assert.Equal(10_000, taken.Distinct().Count());
    }

    [Theory]
    [InlineData(10, 1, "0+10")]
    [InlineData(10, 3, "0+3 3+3 6+4")]
    [InlineData(4, 4, "0+1 1+1 2+1 3+1")]
    public void Split_AnyLength_CoversTheFileWithoutGaps(long length, int ranges, string expected) =>
        Assert.Equal(expected, string.Join(' ', ExpectedRange.Split(length, ranges).Select(range => $"{range.Offset}+{range.Length}")));

    private static ArrivalQueue Open(double perSecond, long start, long end, long most = long.MaxValue, long patience = 0) =>
        new(new RateSchedule(perSecond, isPoisson: false, seed: 1), new SizeMix([1], 1), start, end, most, patience);
}
