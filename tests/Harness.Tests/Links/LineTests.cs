using FileTransfer.Links;

namespace FileTransfer.Harness.Tests.Links;

/// <summary>One direction of a link, on a clock that the test turns.</summary>
public sealed class LineTests
{
    private const long Millisecond = 1_000_000;
    private const int Length = 1000;

    [Fact]
    public void TryTake_DelayedPacket_IsThereWhenItIsDueAndNotBefore()
    {
        var line = new Line(LinkSpec.Parse("rtt=20ms"), direction: 0);
        Offer(line, 7, now: 5);
        Assert.Equal((10 * Millisecond) + 5, line.NextDue);
        Assert.False(line.TryTake((10 * Millisecond) + 4, out _, out _));
        Assert.True(line.TryTake((10 * Millisecond) + 5, out int slot, out long due));
        Assert.Equal((10 * Millisecond) + 5, due);
        Assert.Equal(Length, line.Packet(slot).Length);
        Assert.All(line.Packet(slot).ToArray(), one => Assert.Equal(7, one));
        Assert.Equal(long.MaxValue, line.NextDue);
    }

    /// <summary>1000 bytes at 8 Mbit/s take a millisecond, one after the other.</summary>
    [Fact]
    public void TryTake_PacketsFasterThanTheRate_LeaveAtTheRate()
    {
        var line = new Line(LinkSpec.Parse("rtt=10ms,rate=8mbit"), direction: 0);
        for (byte packet = 1; packet <= 3; packet++)
        {
            Offer(line, packet, now: 0);
        }

        Assert.Equal([(1, 6 * Millisecond), (2, 7 * Millisecond), (3, 8 * Millisecond)], TakeAll(line));
        Offer(line, 4, now: 100 * Millisecond);
        Assert.Equal([(4, 106 * Millisecond)], TakeAll(line));
    }

    [Fact]
    public void Offer_FullQueue_LosesTheLastPackets()
    {
        var line = new Line(LinkSpec.Parse("rate=8mbit,queue=2"), direction: 0);
        for (byte packet = 1; packet <= 4; packet++)
        {
            Offer(line, packet, now: 0);
        }

        // The first has left the queue: there is room for one.
        Offer(line, 5, now: Millisecond);
        Offer(line, 6, now: Millisecond);
        Assert.Equal([(1, Millisecond), (2, 2 * Millisecond), (5, 3 * Millisecond)], TakeAll(line));
        Assert.Equal((6, 3, 0), (line.Counters.Offered, line.Counters.Overflowed, line.Counters.Lost));
    }

    [Fact]
    public void Offer_WithoutRate_NeverFillsTheQueue()
    {
        var line = new Line(LinkSpec.Parse("rtt=10ms,queue=1"), direction: 0);
        for (byte packet = 0; packet < 100; packet++)
        {
            Offer(line, packet, now: 0);
        }

        Assert.Equal(100, TakeAll(line).Count);
    }

    [Fact]
    public void Offer_ReorderedPackets_OvertakeThoseBeforeThem()
    {
        var line = new Line(LinkSpec.Parse("rtt=10ms,reorder=20%,seed=3"), direction: 0);
        for (byte packet = 0; packet < 100; packet++)
        {
            Offer(line, packet, now: packet);
        }

        (byte Packet, long Due)[] taken = [.. TakeAll(line)];
        Assert.Equal(100, taken.Length);
        Assert.InRange(line.Counters.Reordered, 5, 40);
        byte[] ahead = [.. taken.Where(one => one.Due == one.Packet).Select(one => one.Packet)];
        Assert.Equal(line.Counters.Reordered, ahead.Length);
        // Those that overtake are in order among themselves, and so are the others.
        Assert.Equal(ahead.Order(), ahead);
        Assert.Equal([.. ahead, .. taken.Select(one => one.Packet).Except(ahead).Order()], taken.Select(one => one.Packet));
    }

    [Fact]
    public void Offer_DuplicatedPackets_ArriveTwice()
    {
        var line = new Line(LinkSpec.Parse("duplicate=100%"), direction: 0);
        Offer(line, 1, now: 0);
        Offer(line, 2, now: 0);
        Assert.Equal([1, 1, 2, 2], TakeAll(line).Select(one => one.Packet));
        Assert.Equal(2, line.Counters.Duplicated);
    }

    [Fact]
    public void Offer_SameSeed_LosesTheSamePackets()
    {
        long[] first = Lost("loss=2%,seed=5", direction: 0);
        Assert.Equal(first, Lost("loss=2%,seed=5,rtt=30ms", direction: 0));
        Assert.NotEqual(first, Lost("loss=2%,seed=6", direction: 0));
        Assert.NotEqual(first, Lost("loss=2%,seed=5", direction: 1));
        var chance = new Chance(seed: 5, stream: 0, share: 0.02);
        Assert.Equal(first, Enumerable.Range(0, 10_000).Select(packet => (long)packet).Where(chance.Happens));
    }

    /// <summary>The accuracy that the link promises, of the seed that it has by default.</summary>
    [Theory]
    [InlineData(0, 0.001)]
    [InlineData(3, 0.001)]
    [InlineData(0, 0.01)]
    [InlineData(3, 0.01)]
    [InlineData(0, 0.5)]
    public void Happens_ToAMillionPackets_IsWithinFivePercentOfItsShare(int stream, double share)
    {
        var chance = new Chance(new LinkSpec().Seed, stream, share);
        int count = 0;
        for (int packet = 0; packet < 1_000_000; packet++)
        {
            count += chance.Happens(packet) ? 1 : 0;
        }

        Assert.InRange(count / 1e6, share * 0.95, share * 1.05);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1000)]
    public void Happens_NeverAndAlways_AreExact(double share, int expected)
    {
        var chance = new Chance(seed: 1, stream: 0, share);
        Assert.Equal(expected, Enumerable.Range(0, 1000).Count(packet => chance.Happens(packet)));
    }

    [Fact]
    public void Offer_OnceWarm_AllocatesNothing()
    {
        var line = new Line(LinkSpec.Parse("rtt=1ms,rate=1gbit,queue=1000"), direction: 0);
        Circulate(line, from: 0);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Circulate(line, from: 1_000 * Millisecond);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private static void Circulate(Line line, long from)
    {
        for (long now = from; now < from + (100 * Millisecond); now += Millisecond / 10)
        {
            line.Offer(Length, now);
            while (line.TryTake(now, out int slot, out long due))
            {
                line.Counters.Lateness.Add(now - due);
                line.Release(slot);
            }
        }
    }

    private static void Offer(Line line, byte content, long now)
    {
        line.Room[..Length].Fill(content);
        line.Offer(Length, now);
    }

    private static List<(byte Packet, long Due)> TakeAll(Line line)
    {
        List<(byte Packet, long Due)> taken = [];
        while (line.TryTake(long.MaxValue, out int slot, out long due))
        {
            taken.Add((line.Packet(slot)[0], due));
            line.Release(slot);
        }

        return taken;
    }

    private static long[] Lost(string spec, int direction)
    {
        var line = new Line(LinkSpec.Parse(spec), direction);
        for (int packet = 0; packet < 10_000; packet++)
        {
            line.Offer(Length, now: packet);
            _ = TakeAll(line);
        }

        Assert.Equal(line.Counters.Lost, line.Lost.Length);
        return line.Lost;
    }
}
