namespace FileTransfer.Harness.Tests;

public sealed class GoldenTests
{
    [Fact]
    public void FirstDifference_SameText_IsNull() => Assert.Null(Golden.FirstDifference("a\nb\n", "a\nb\n"));

    [Theory]
    [InlineData("a\nb\n", "a\nc\n", "line 2\n  expected: 'b'\n  actual:   'c'")]
    [InlineData("a\n", "a\nb", "line 2\n  expected: ''\n  actual:   'b'")]
    [InlineData("a\nb", "a", "line 2\n  expected: 'b'\n  actual:   (end of text)")]
    public void FirstDifference_OtherText_ShowsTheLine(string expected, string actual, string difference) =>
        Assert.Equal(difference, Golden.FirstDifference(expected, actual));
}
