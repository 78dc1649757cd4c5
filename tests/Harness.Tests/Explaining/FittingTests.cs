using FileTransfer.Harness.Explaining;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class FittingTests
{
    private static readonly Profile s_whole = Profile.Quick with { Cycles = 12 };

    [Fact]
    public void Fitting_FastTransfers_ChangesNothing() =>
        Assert.Equal(s_whole, ArmRounds.Fitting(s_whole, TimeSpan.FromMicroseconds(100), TimeSpan.FromSeconds(6)));

    /// <summary>A turn has a transfer that is dropped and one that counts; five more are made outside of turns.</summary>
    [Theory]
    [InlineData(50, 12)]
    [InlineData(500, 3)]
    [InlineData(400, 5)]
    [InlineData(10_000, 3)]
    public void Fitting_SlowTransfers_HasTheTurnsThatFitAndNoRehearsal(int milliseconds, int cycles)
    {
        Profile fitting = ArmRounds.Fitting(s_whole, TimeSpan.FromMilliseconds(milliseconds), TimeSpan.FromSeconds(6));

        Assert.Equal((cycles, false, TimeSpan.Zero), (fitting.Cycles, fitting.Rehearses, fitting.LongestCompilation));
    }
}
