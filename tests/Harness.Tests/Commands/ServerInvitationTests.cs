using FileTransfer.Harness.Commands;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Commands;

public sealed class ServerInvitationTests
{
    private static readonly SortedDictionary<string, string> s_endpoints = new(StringComparer.Ordinal)
    {
        ["http"] = "http://127.0.0.1:5005",
        ["pipe"] = "/tmp/pipes/pipe",
        ["tcp"] = "127.0.0.1:5001",
        ["tcp-verify"] = "127.0.0.1:5002",
        ["unix"] = "/tmp/sockets/unix",
    };

    [Fact]
    public void Of_Loopback_NamesItAndEveryPort() => Assert.Equal(
        "measure against it with: bench --server http://127.0.0.1:5000\nports: control 5000, tcp 5001, tcp-verify 5002, http 5005",
        ServerInvitation.Of(new ServerReady(Ready: true, "http://127.0.0.1:5000", s_endpoints)));

    [Theory]
    [InlineData("http://0.0.0.0:5000")]
    [InlineData("http://[::]:5000")]
    public void Of_Everywhere_NamesAnAddressThatOthersCanReach(string control)
    {
        string text = ServerInvitation.Of(new ServerReady(Ready: true, control, s_endpoints));
        Assert.Matches(@"^measure against it with: bench --server http://[^:/\s]+:5000\n", text);
        Assert.DoesNotContain("0.0.0.0", text, StringComparison.Ordinal);
        Assert.DoesNotContain("//127.", text, StringComparison.Ordinal);
    }
}
