using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Wire;

/// <summary>How many transfers are checked.</summary>
public sealed class SpotCheckTests
{
    private const int Many = 100_000;

    [Theory]
    [InlineData(1024, 19, 1 / 64.0)]
    [InlineData((1 << 20) - 1, 0, 1 / 64.0)]
    [InlineData(1 << 20, 0, 1 / 16.0)]
    [InlineData(16 << 20, 0, 1 / 8.0)]
    [InlineData(1024, 20, 1 / 4.0)]
    [InlineData((16 << 20) - 1, 20, 1 / 4.0)]
    [InlineData(16 << 20, 20, 1 / 8.0)]
    public void IsDue_ManyTransfers_ChoosesAShareOfThem(long length, int millisecondsBetween, double expected)
    {
        var time = new SteppingTime();
        var check = new SpotCheck(time);
        int chosen = 0;
        for (int i = 0; i < Many; i++)
        {
            time.Advance(millisecondsBetween);
            chosen += check.IsDue(length) ? 1 : 0;
        }

        // Seven standard deviations: a correct choice leaves them once in 10¹¹ runs.
        double deviation = Math.Sqrt(expected * (1 - expected) / Many);
        Assert.InRange((double)chosen / Many, expected - (7 * deviation), expected + (7 * deviation));
    }

    [Fact]
    public void IsDue_Empty_IsNeverChosen()
    {
        var time = new SteppingTime();
        var check = new SpotCheck(time);
        for (int i = 0; i < Many; i++)
        {
            time.Advance(milliseconds: 20);
            Assert.False(check.IsDue(0));
        }
    }

    private sealed class SteppingTime : TimeProvider
    {
        private long _milliseconds;

        public override long TimestampFrequency => 1000;

        public override long GetTimestamp() => _milliseconds;

        public void Advance(int milliseconds) => _milliseconds += milliseconds;
    }
}
