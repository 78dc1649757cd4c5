using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class SteadyStateTests
{
    private const double Microsecond = 1_000;
    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(80);
    private static readonly TimeSpan s_longest = TimeSpan.FromMilliseconds(800);

    [Fact]
    public void Add_SteadyPace_SettlesAtTheShortestTime()
    {
        (double end, SteadyState state) = Run(_ => 50 * Microsecond);

        Assert.True(state.IsSettled == true);
        Assert.InRange(end, 79.9, 91);
        Assert.Equal(50 * Microsecond, state.Pace);
    }

    [Fact]
    public void Add_Noise_SettlesSoon()
    {
        Random random = new(5);
        (double end, SteadyState state) = Run(
            _ => 50 * Microsecond * (0.8 + (0.4 * random.NextDouble()) + (random.Next(100) == 0 ? 10 : 0)));

        Assert.True(state.IsSettled == true);
        Assert.InRange(end, 80, 150);
    }

    /// <summary>The compiler is done: from then on everything is faster.</summary>
    [Fact]
    public void Add_StepAtTheShortestTime_WaitsUntilItLiesBehind()
    {
        (double end, SteadyState state) = Run(elapsed => (elapsed < 70 ? 60 : 35) * Microsecond);

        Assert.True(state.IsSettled == true);
        Assert.InRange(end, 110, 150);
        Assert.Equal(35 * Microsecond, state.Pace);
    }

    [Fact]
    public void Add_Ramp_WaitsUntilItsEnd()
    {
        (double end, SteadyState state) = Run(elapsed => Math.Max(40, 200 - (0.5 * elapsed)) * Microsecond);

        Assert.True(state.IsSettled == true);
        Assert.InRange(end, 250, 420);
    }

    [Fact]
    public void Add_RampWithoutAnEnd_NeverSettles()
    {
        (double end, SteadyState state) = Run(elapsed => 50 * Microsecond * Math.Exp(elapsed / 150));

        Assert.True(state.IsSettled == false);
        Assert.True(state.IsOver);
        Assert.InRange(end, 800, 850);
    }

    /// <summary>Both ends on one core or on two, for a while each: a mode is no trend.</summary>
    [Fact]
    public void Add_TwoModes_SettlesInTime()
    {
        (double _, SteadyState state) = Run(elapsed => ((int)(elapsed / 25) % 2 == 0 ? 15 : 60) * Microsecond);

        Assert.True(state.IsSettled == true);
    }

    [Fact]
    public void Add_TransfersLongerThanABlock_TakesSomeOfEach()
    {
        int transfers = 0;
        (double _, SteadyState state) = Run(_ =>
        {
            transfers++;
            return 5000 * Microsecond;
        });

        Assert.True(state.IsSettled == true);
        Assert.Equal(24, transfers);
    }

    /// <summary>Of a large file there may be too few transfers to say anything: that is not the same as a pace that changes.</summary>
    [Fact]
    public void Add_TooFewTransfersInTheLongestTime_IsUnknown()
    {
        int transfers = 0;
        (double _, SteadyState state) = Run(_ =>
        {
            transfers++;
            return 500_000 * Microsecond;
        });

        Assert.Null(state.IsSettled);
        Assert.Equal(3, transfers);
    }

    /// <summary>Adds transfers, whose times depend on the milliseconds so far, until it is over.</summary>
    private static (double EndMilliseconds, SteadyState State) Run(Func<double, double> nanoseconds)
    {
        var state = new SteadyState(s_shortest, s_longest);
        double elapsed = 0;
        while (!state.IsOver)
        {
            double time = nanoseconds(elapsed);
            state.Add(time);
            elapsed += time / 1e6;
        }

        return (elapsed, state);
    }
}
