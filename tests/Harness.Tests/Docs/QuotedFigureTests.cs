using FileTransfer.Lab.Docs;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Docs;

public sealed class QuotedFigureTests
{
    private const string Page = """
        # Figures

        ## Small

        | network | way | send file | over TLS | over TLS |
        |---|:---|---:|---:|---:|
        | 25ms, 0% | a | 28.0 ms | 1.10× | 3 |
        | 25ms, 0% | b | 30 ms | 1.02 (0.99–1.05) | 4 |
        | 1ms, 0% | b | – | 0.9× | 5 |

        ## Large

        | network | way | send file |
        |---|---|---:|
        | 25ms, 0% | a | 1.5 s |
        | 1ms, 0% | a | 700 ms |
        """;

    [Theory]
    [InlineData("send-file Small;25ms,-0%", "28.0 to 30 ms")]
    [InlineData("send-file Small;a", "28.0 ms")]
    [InlineData("send-file Large;25ms,-0%", "1.5 s")]
    [InlineData("over-TLS Small;a+b", "0.9 to 1.10")]
    [InlineData("over-TLS-2 25ms,-0%", "3 to 4")]
    [InlineData("over-* b;25ms,-0%", "1.02 to 4")]
    public void Renew_Cells_AreTheSmallestAndTheLargest(string which, string value) => Assert.Equal(
        $"It takes <!-- cells of figures {which} -->{value}<!-- end -->.",
        QuotedFigure.Renew($"It takes <!-- cells of figures {which} -->?<!-- end -->.", page => page == "figures" ? Page : ""));

    [Theory]
    [InlineData("send-file Small;c", "has no cell with a number")]
    [InlineData("network Small;a", "has no cell with a number")]
    [InlineData("send-file Small;1ms,-0%", "has no cell with a number")]
    [InlineData("send-file Large;a", "has cells with two units")]
    public void Renew_NoSuchCell_IsAnError(string which, string message) => Assert.Contains(
        message,
        Assert.Throws<UsageException>(() => QuotedFigure.Renew($"<!-- cells of figures {which} -->?<!-- end -->", _ => Page)).Message,
        StringComparison.Ordinal);
}
