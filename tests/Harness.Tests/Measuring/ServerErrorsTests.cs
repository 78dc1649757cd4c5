using FileTransfer.Senders.Servers;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>A server of our own has no terminal: what it says of a fault has to reach the one of the harness.</summary>
public sealed class ServerErrorsTests
{
    [Fact]
    public void Add_BeforeItIsReady_IsKeptForTheMessage()
    {
        using var errors = new StringWriter();
        var words = new ServerErrors(errors);
        words.Add("the port is taken");
        words.Add(line: null);
        Assert.Equal("the port is taken", words.BeforeReady);
        Assert.Equal("", errors.ToString());
    }

    [Fact]
    public void Add_WhenItIsReady_PassesEveryLineOn()
    {
        using var errors = new StringWriter();
        var words = new ServerErrors(errors);
        words.Add("first");
        words.BecomeReady();
        words.Add("second");
        words.Add(line: null);
        Assert.Equal("first\nsecond\n", errors.ToString());
    }
}
