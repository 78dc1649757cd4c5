using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>What a server has counted for one of several senders that use it in turn.</summary>
public sealed class OwnShareTests
{
    private const string Kind = "tcp";

    [Fact]
    public void Of_NobodyElse_ChangesNothing()
    {
        var share = new OwnShare();
        share.Return(Stats(frames: 7, cpu: 1));
        ReceiverChecks checks = Checks(9, 3, 8);

        Assert.Equal(9, share.Of(Stats(frames: 9, cpu: 2)).Receivers[Kind].Frames);
        Assert.Equal(checks.Checks, share.Of(Kind, checks).Checks);
        Assert.Equal(5, share.NumberAtServer(Kind, 5));
    }

    /// <summary>Own frames are 1 to 5, 9, and 12 to 14; those in between were others'.</summary>
    [Fact]
    public void Of_AfterOthersHadTheirTurns_IsWhatWasCountedInOwnTurns()
    {
        OwnShare share = Shared();
        ServerStats own = share.Of(Stats(frames: 14, cpu: 10));

        Assert.Equal((9, 90, 2), (own.Receivers[Kind].Frames, own.Receivers[Kind].Bytes, own.Receivers[Kind].Connections));
        Assert.Equal(10 - 1 - 0.5, own.CpuSeconds, tolerance: 1e-9);
    }

    [Fact]
    public void Of_Checks_AreThoseOfOwnFramesNumberedAnew()
    {
        ReceiverChecks own = Shared().Of(Kind, Checks(14, 2, 5, 6, 8, 9, 10, 11, 12, 14));

        Assert.Equal(9, own.Frames);
        Assert.Equal([2, 5, 6, 7, 9], own.Checks.Select(check => check.Frame));
        Assert.Equal([2u, 5u, 9u, 12u, 14u], own.Checks.Select(check => check.Crc32C));
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(5, 5)]
    [InlineData(6, 9)]
    [InlineData(7, 12)]
    [InlineData(9, 14)]
    public void NumberAtServer_OfAnOwnFrame_IsWhereItCame(long own, long number) =>
        Assert.Equal(number, Shared().NumberAtServer(Kind, own));

    private static OwnShare Shared()
    {
        var share = new OwnShare();
        share.Leave(Stats(frames: 5, cpu: 2));
        share.Return(Stats(frames: 8, cpu: 3, connections: 3));
        share.Leave(Stats(frames: 9, cpu: 5, connections: 3));
        share.Return(Stats(frames: 11, cpu: 5.5, connections: 3));
        return share;
    }

    private static ServerStats Stats(long frames, double cpu, long connections = 2) => new(
        cpu,
        AllocatedBytes: 0,
        new Dictionary<string, ReceiverStats>
        {
            [Kind] = new(10 * frames, frames, frames > 11 ? 3 : connections, OpenConnections: 1, new Dictionary<string, long>()),
        });

    /// <summary>Checks of which each has its frame's number as a checksum.</summary>
    private static ReceiverChecks Checks(long frames, params long[] checkedFrames) =>
        new(frames, [.. checkedFrames.Select(frame => new FrameCheck(frame, (uint)frame))]);
}
