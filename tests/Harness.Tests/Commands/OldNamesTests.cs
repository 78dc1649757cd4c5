using FileTransfer.Harness.Commands;
using Xunit;

namespace FileTransfer.Harness.Tests.Commands;

public sealed class OldNamesTests
{
    [Theory]
    [InlineData("--placement free", "--affinity none", "--placement is called --affinity now|free is called none now")]
    [InlineData("--placement=same", "--affinity=same", "--placement is called --affinity now")]
    [InlineData("--affinity free", "--affinity none", "free is called none now")]
    [InlineData(
        "--strategies zero-copy,send-file,gathered-*", "--strategies msg-zerocopy,send-file,coalesced-*",
        "gathered-* is called coalesced-* now|zero-copy is called msg-zerocopy now")]
    [InlineData(
        "--baseline gathered-64k-kept@2",
        "--baseline coalesced-64k-kept@2",
        "gathered-64k-kept@2 is called coalesced-64k-kept@2 now")]
    [InlineData(
        "--strategy=http-multipart-zero-copy",
        "--strategy=http-multipart-splice",
        "http-multipart-zero-copy is called http-multipart-splice now")]
    [InlineData("--strategies send-file zero-copy", "--strategies send-file msg-zerocopy", "zero-copy is called msg-zerocopy now")]
    [InlineData("--file zero-copy --output free", "--file zero-copy --output free", "")]
    [InlineData("bench --sizes 1K", "bench --sizes 1K", "")]
    public void Replace_OldName_BecomesTheNewOneAndSaysSo(string written, string today, string said)
    {
        string[] replaced = OldNames.Replace(written.Split(' '), out IReadOnlyList<string> notes);

        Assert.Equal(today, string.Join(' ', replaced));
        Assert.Equal(said, string.Join('|', notes));
    }

    [Fact]
    public async Task Send_OldIdAndOption_MeasuresTheStrategyAndNamesTheNewOnes()
    {
        using var output = new StringWriter();
        using var errors = new StringWriter();
        string[] arguments = ["send", "--strategy", "gathered-64k", "--size", "1K", "--count", "5", "--placement", "free", "--json"];

        int exit = await CommandLineProgram.RunAsync(arguments, new FakeMeasurer(), output, errors, TestContext.Current.CancellationToken);

        Assert.Equal(0, exit);
        Assert.Contains(
            "\"strategy\":\"coalesced-64k\"",
            output.ToString().Replace(" ", "", StringComparison.Ordinal),
            StringComparison.Ordinal);
        Assert.Contains("note: gathered-64k is called coalesced-64k now\n", errors.ToString(), StringComparison.Ordinal);
        Assert.Contains("note: --placement is called --affinity now\n", errors.ToString(), StringComparison.Ordinal);
    }
}
