using FileTransfer.Harness.Commands;
using FileTransfer.Links;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Links;

/// <summary>The value of --link: what it means, and what is said about a wrong one.</summary>
public sealed class LinkSpecTests
{
    [Fact]
    public void Parse_EveryKey_IsRead()
    {
        var spec = LinkSpec.Parse(
            "rtt=25ms,rate=1gbit,loss=0.1%,queue=50,reorder=2%,duplicate=0.5%,seed=9,mtu=9000,late=300us,by=forwarder");
        Assert.Equal(TimeSpan.FromMilliseconds(25), spec.RoundTrip);
        Assert.Equal(12_500_000, spec.DelayNanoseconds);
        Assert.Equal(1_000_000_000, spec.BitsPerSecond);
        Assert.Equal(0.001, spec.Loss, 9);
        Assert.Equal(50, spec.Queue);
        Assert.Equal(0.02, spec.Reorder, 9);
        Assert.Equal(0.005, spec.Duplicate, 9);
        Assert.Equal(9, spec.Seed);
        Assert.Equal(9000, spec.Mtu);
        Assert.Equal(TimeSpan.FromMicroseconds(300), spec.Late);
        Assert.Equal("forwarder", spec.By);
    }

    [Theory]
    [InlineData("rtt=0", "rtt=0ms,loss=0%,queue=100,seed=1,mtu=1500,late=1ms")]
    [InlineData("rtt=500us, rate=1.5mbit", "rtt=500us,rate=1.5mbit,loss=0%,queue=100,seed=1,mtu=1500,late=1ms")]
    [InlineData("rate=8kbit,loss=100%", "rtt=0ms,rate=8kbit,loss=100%,queue=100,seed=1,mtu=1500,late=1ms")]
    [InlineData("rtt=1s,reorder=0.25%,by=netem", "rtt=1000ms,loss=0%,queue=100,reorder=0.25%,seed=1,mtu=1500,late=50ms,by=netem")]
    [InlineData("rtt=20ms", "rtt=20ms,loss=0%,queue=100,seed=1,mtu=1500,late=1ms")]
    [InlineData("rtt=25ms", "rtt=25ms,loss=0%,queue=100,seed=1,mtu=1500,late=1.25ms")]
    [InlineData("late=1ms,rtt=25ms", "rtt=25ms,loss=0%,queue=100,seed=1,mtu=1500,late=1ms")]
    public void ToString_OfASpecification_IsReadAgainAsTheSame(string text, string written)
    {
        var spec = LinkSpec.Parse(text);
        Assert.Equal(written, spec.ToString());
        Assert.Equal(spec, LinkSpec.Parse(written));
    }

    [Theory]
    [InlineData("los=1%", "there is no 'los'; did you mean loss?; write pairs such as rtt=25ms,loss=0.1% of rtt, rate, loss, queue")]
    [InlineData("", "there is no ''")]
    [InlineData("rtt", "rtt takes a time from 0 to 10s, such as 25ms or 500us, and not ''")]
    [InlineData("rtt=25", "and not '25'")]
    [InlineData("rtt=11s", "and not '11s'")]
    [InlineData("rtt=-1ms", "and not '-1ms'")]
    [InlineData("rate=100mb", "rate takes a rate from 8kbit to 10gbit")]
    [InlineData("rate=1kbit", "and not '1kbit'")]
    [InlineData("loss=0.1", "loss takes a share from 0% to 100%, such as 0.1%, and not '0.1'")]
    [InlineData("loss=101%", "and not '101%'")]
    [InlineData("queue=0", "queue takes a number of packets from 1 to 100000")]
    [InlineData("mtu=100", "mtu takes a number of bytes from 576 to 65535")]
    [InlineData("seed=x", "seed takes a whole number")]
    [InlineData("late=0", "late takes a time from 1us")]
    [InlineData("by=magic", "by takes forwarder or netem, and not 'magic'")]
    [InlineData("rtt=1ms,rtt=2ms", "rtt is there twice")]
    [InlineData("reorder=1%", "add rtt")]
    public void Parse_WrongValue_SaysWhatIsPossible(string text, string said) =>
        Assert.Contains(said, Assert.Throws<UsageException>(() => LinkSpec.Parse(text)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("rtt=1ms", "--link", "rtt=1ms")]
    [InlineData("rtt=1ms", "bench", "--sizes", "1K", "--link", "rtt=1ms")]
    [InlineData("rtt=1ms,loss=1%", "send", "--link=rtt=1ms,loss=1%", "--json")]
    [InlineData("rtt=1ms", "send", "--link:rtt=1ms")]
    [InlineData(null, "send", "--size", "1K")]
    [InlineData(null, "bench", "--", "--link", "rtt=1ms")]
    [InlineData(null, "compare", "--link", "rtt=1ms")]
    [InlineData(null, "network", "has", "log", "--link", "rtt=1ms")]
    public void Asked_OfACommandLine_IsTheLinkOfTheWholeProgram(string? expected, params string[] arguments) =>
        Assert.Equal(expected, LinkEntrance.Asked(arguments));

    [Fact]
    public void Arguments_OfNetem_DoTheSame() => Assert.Equal(
        "qdisc add dev data root netem delay 12500us loss 0.1% duplicate 1% reorder 2% rate 8000000bit limit 108 seed 7",
        string.Join(
            ' ',
            NetemLink.Arguments(LinkSpec.Parse("rtt=25ms,rate=8mbit,loss=0.1%,duplicate=1%,reorder=2%,seed=3"), direction: 1)));
}
