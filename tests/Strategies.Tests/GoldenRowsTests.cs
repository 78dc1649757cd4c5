namespace FileTransfer.Strategies.Tests;

public sealed class GoldenRowsTests
{
    [Theory]
    [InlineData("a | 1;b | 2", "a | 1;b | 2")]
    [InlineData("a | 1;b | 2", "new | 0;a | 1;new | 3;b | 2;new | 4")]
    public void FirstDifference_AllRowsInOrder_IsNull(string golden, string actual) =>
        Assert.Null(GoldenRows.FirstDifference(golden.Split(';'), actual.Split(';')));

    [Theory]
    [InlineData("a | 1;b | 2", "a | 1;b | 3", "this row is not listed, or was changed\n  golden: b | 2\n  listed: b | 3")]
    [InlineData("a | 1;b | 2", "a | 1", "this row is not listed, or was changed\n  golden: b | 2")]
    [InlineData("a | 1;b | 2", "b | 2;a | 1", "this row is listed before the row that precedes it in the file\n  golden: b | 2")]
    public void FirstDifference_RowGoneChangedOrMoved_ShowsIt(string golden, string actual, string difference) =>
        Assert.Equal(difference, GoldenRows.FirstDifference(golden.Split(';'), actual.Split(';')));
}
