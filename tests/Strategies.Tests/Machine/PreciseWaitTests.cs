using System.Diagnostics;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

public sealed class PreciseWaitTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(0.02)]
    [InlineData(3)]
    public void Until_AnInstant_DoesNotEndBeforeIt(double milliseconds)
    {
        PreciseWait.MakeThreadPunctual();
        for (int i = 0; i < 20; i++)
        {
            long due = Stopwatch.GetTimestamp() + (long)(milliseconds / 1000 * Stopwatch.Frequency);
            long spun = PreciseWait.Until(due, CancellationToken.None);
            long now = Stopwatch.GetTimestamp();
            Assert.True(now >= due);
            Assert.InRange(spun, 0, now);
        }
    }

    [Fact]
    public void Until_ThePast_ReturnsAtOnceWithoutSpinning() => Assert.Equal(0, PreciseWait.Until(1, CancellationToken.None));

    [Fact]
    public async Task Until_Cancelled_Ends()
    {
        using var stop = new CancellationTokenSource();
        Task<long> waiting = Task.Run(() => PreciseWait.Until(long.MaxValue, stop.Token), CancellationToken.None);
        await stop.CancelAsync();
        await waiting.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
    }
}
