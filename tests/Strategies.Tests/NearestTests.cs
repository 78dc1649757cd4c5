namespace FileTransfer.Strategies.Tests;

public sealed class NearestTests
{
    private static readonly string[] s_valid = ["send-file", "send-file-header", "splice", "saea"];

    [Theory]
    [InlineData("send-fiel", "send-file")]
    [InlineData("sendfile", "send-file")]
    [InlineData("SEND_FILE", "send-file")]
    [InlineData("slice", "splice")]
    public void To_Misspelt_IsTheNearest(string name, string nearest) => Assert.Equal([nearest], Nearest.To(name, s_valid));

    [Theory]
    [InlineData("nonsense")]
    [InlineData("")]
    [InlineData("x")]
    public void To_NothingLikeIt_IsNothing(string name)
    {
        Assert.Empty(Nearest.To(name, s_valid));
        Assert.Equal("", Nearest.Question(name, s_valid));
    }

    [Fact]
    public void Question_TwoEquallyNear_NamesBoth() => Assert.Equal("; did you mean ab or ac?", Nearest.Question("ad", ["ab", "ac", "xy"]));
}
