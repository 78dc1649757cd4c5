using System.Diagnostics;
using FileTransfer.Sending;
using static FileTransfer.Sending.WaitLearner;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>What the learner concludes from exchanges whose times are given to it; no clock is read.</summary>
public sealed class WaitLearnerTests
{
    private static readonly long s_microsecond = Stopwatch.Frequency / 1_000_000;
    private static readonly long s_limit = 200 * s_microsecond;

    [Fact]
    public void Polls_PollingIsFaster_Polls()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        Run(exchanges, count: 100, blocking: 80, polling: 25);
        Assert.True(exchanges.Polls);
    }

    [Theory]
    [InlineData(30, 40)]
    [InlineData(30, 30)]
    [InlineData(100, 96)]
    public void Polls_PollingIsNotFasterBy5PerCent_Blocks(int blocking, int polling)
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        Run(exchanges, count: 100, blocking, polling);
        Assert.False(exchanges.Polls);
    }

    [Fact]
    public void Polls_BothEndsOnOneProcessor_NeverPolls()
    {
        var exchanges = new SizeClass(() => true, s_limit);
        Assert.Equal(0, Run(exchanges, count: 100_000, blocking: 80, polling: 25));
    }

    /// <summary>An exchange that takes more than twenty limits cannot become 5 % shorter.</summary>
    [Fact]
    public void Polls_LongExchanges_NeverPolls()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        Assert.Equal(0, Run(exchanges, count: 10_000, blocking: 4_001, polling: 25));
    }

    [Fact]
    public void Polls_NothingComesInTime_StopsAfterFourPolls()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        int polls = Run(exchanges, count: 100, blocking: 1000, polling: 900, isFound: false);
        Assert.Equal(4, polls);
        Assert.False(exchanges.Polls);
    }

    /// <summary>Most polls must find their bytes, even where the exchanges that poll are faster.</summary>
    [Fact]
    public void Polls_HalfOfThePollsExpire_Blocks()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        for (int i = 0; i < 100; i++)
        {
            if (exchanges.Polls)
            {
                exchanges.Polled(i % 2 == 0, lost: 0);
            }

            Add(exchanges, exchanges.Polls ? 100 : 300);
        }

        Assert.False(exchanges.Polls);
    }

    [Fact]
    public void Polls_WhereBlockingIsBetter_IsTriedForAHundredthOfTheTimeAtMost()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        Run(exchanges, count: 200, blocking: 30, polling: 60);
        int polls = Run(exchanges, count: 200_000, blocking: 30, polling: 60);
        Assert.InRange(polls, 1, 200_000 / 100);
    }

    [Theory]
    [InlineData(80, 25, 25, 80)]
    [InlineData(25, 80, 80, 25)]
    public void Polls_TheOtherBecomesBetter_IsNoticed(int blocking, int polling, int blockingThen, int pollingThen)
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        Run(exchanges, count: 1000, blocking, polling);
        bool before = exchanges.Polls;
        Run(exchanges, count: 20_000, blockingThen, pollingThen);
        Assert.NotEqual(before, exchanges.Polls);
    }

    /// <summary>What has become slower is looked at again at once, not after a hundredfold time.</summary>
    [Fact]
    public void Polls_ExchangesBecomeSlower_IsNoticedSoon()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        // Confirmed many times, so that the next regular question is far away.
        Run(exchanges, count: 500_000, blocking: 25, polling: 80);
        Assert.False(exchanges.Polls);
        Run(exchanges, count: 300, blocking: 90, polling: 26);
        Assert.True(exchanges.Polls);
    }

    /// <summary>A slow exchange now and then, as on any machine, changes nothing.</summary>
    [Fact]
    public void Polls_SomeSlowExchanges_AreNoReason()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        var random = new Random(1);
        for (int i = 0; i < 5000; i++)
        {
            if (exchanges.Polls)
            {
                exchanges.Polled(found: true, lost: 0);
            }

            Add(exchanges, (exchanges.Polls ? 25 : 80) * (random.Next(20) == 0 ? 100 : 1));
        }

        Run(exchanges, count: 200, blocking: 80, polling: 25);
        Assert.True(exchanges.Polls);
    }

    /// <summary>
    /// Beside busy neighbours: most exchanges that poll are faster, and one in twenty loses its processor for a time slice of 4 ms.
    /// </summary>
    [Fact]
    public void Polls_ProcessorIsLostNowAndThen_BlocksAndRarelyAsks()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        long spent = 0, lost = 0;
        var random = new Random(1);
        for (int i = 0; i < 100_000; i++)
        {
            bool isLost = exchanges.Polls && random.Next(20) == 0;
            if (exchanges.Polls)
            {
                exchanges.Polled(found: !isLost, isLost ? 4000 * s_microsecond : 0);
            }

            int time = isLost ? 4000 : exchanges.Polls ? 22 : 44;
            spent += time;
            lost += isLost ? time : 0;
            Add(exchanges, time);
        }

        Assert.False(exchanges.Polls);
        Assert.InRange((double)lost / spent, 0, 0.02);
    }

    /// <summary>A processor that is lost once in ten thousand exchanges is no neighbour.</summary>
    [Fact]
    public void Polls_ProcessorIsLostByChance_GoesOnPolling()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        int polls = 0;
        for (int i = 0; i < 50_000; i++)
        {
            bool isLost = exchanges.Polls && i % 5_000 == 4_999;
            if (exchanges.Polls)
            {
                polls++;
                exchanges.Polled(found: !isLost, isLost ? 4000 * s_microsecond : 0);
            }

            Add(exchanges, isLost ? 4000 : exchanges.Polls ? 25 : 80);
        }

        Assert.InRange(polls, 45_000, 50_000);
    }

    /// <summary>The compiler takes as much as a busy neighbour would, and comes to an end.</summary>
    [Fact]
    public void Polls_TheCompilerTakesTheProcessor_GoesOnPolling()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        Run(exchanges, count: 100, blocking: 80, polling: 25);
        int polls = 0;
        for (int i = 0; i < 500; i++)
        {
            bool isLost = exchanges.Polls && i % 10 == 0;
            if (exchanges.Polls)
            {
                polls++;
                long lost = isLost ? 4000 * s_microsecond : 0;
                exchanges.Polled(found: true, lost, compiling: lost);
            }

            Add(exchanges, isLost ? 4000 : exchanges.Polls ? 25 : 80);
        }

        // Half of each further question blocks.
        Assert.InRange(polls, 500 - (4 * SizeClass.Burst), 500);
        Assert.True(exchanges.Polls);
    }

    /// <summary>The first answer is found while code is still being compiled; a wrong one is mended after some hundred exchanges.</summary>
    [Fact]
    public void Polls_FirstAnswerIsWrong_IsAskedAgainSoon()
    {
        var exchanges = new SizeClass(NotShared, s_limit);
        Run(exchanges, count: 64, blocking: 60, polling: 130);
        Assert.False(exchanges.Polls);
        Run(exchanges, count: 30 * 64, blocking: 45, polling: 28);
        Assert.True(exchanges.Polls);
    }

    /// <summary>Each class learns for itself, and lengths in a factor of four share one.</summary>
    [Fact]
    public void ShouldPoll_OtherLengths_AreLearntApart()
    {
        bool isAsked = false;
        var learner = new WaitLearner(() => isAsked = true, s_limit);
        learner.Begin(1024);
        Assert.False(learner.ShouldPoll);
        for (int i = 0; i < 2 * SizeClass.Burst; i++)
        {
            learner.Begin(1024 + i);
            learner.Polled(found: true, lost: 0);
            learner.End();
            Assert.False(learner.ShouldPoll);
        }

        Assert.True(isAsked);
        learner.Begin(0);
        learner.End();
        learner.Begin(long.MaxValue);
        learner.End();
    }

    private static bool NotShared() => false;

    /// <summary>Adds exchanges that take so many microseconds each; returns how many of them polled.</summary>
    private static int Run(SizeClass exchanges, int count, int blocking, int polling, bool isFound = true)
    {
        int polls = 0;
        for (int i = 0; i < count; i++)
        {
            if (exchanges.Polls)
            {
                polls++;
                exchanges.Polled(isFound, lost: 0);
            }

            Add(exchanges, exchanges.Polls ? polling : blocking);
        }

        return polls;
    }

    private static void Add(SizeClass exchanges, int microseconds) => exchanges.Add(microseconds * s_microsecond);
}
