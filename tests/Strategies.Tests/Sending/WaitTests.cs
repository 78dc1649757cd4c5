using FileTransfer.Sending;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>How a wait is written.</summary>
public sealed class WaitTests
{
    [Theory]
    [InlineData("block", WaitMode.Block, 0, "block")]
    [InlineData("poll", WaitMode.Poll, 200, "poll:200us")]
    [InlineData("poll:50us", WaitMode.Poll, 50, "poll:50us")]
    [InlineData("poll:1.5ms", WaitMode.Poll, 1500, "poll:1500us")]
    [InlineData("yield:0.5us", WaitMode.Yield, 0.5, "yield:0.5us")]
    [InlineData("learn", WaitMode.Learn, 200, "learn:200us")]
    public void TryParse_WhatItWrites_IsTheSame(string text, WaitMode mode, double microseconds, string written)
    {
        Assert.True(Wait.TryParse(text, out Wait wait));
        Assert.Equal(new Wait(mode, TimeSpan.FromMicroseconds(microseconds)), wait);
        Assert.Equal(written, wait.ToString());
        Assert.True(Wait.TryParse(written, out Wait again));
        Assert.Equal(wait, again);
    }

    [Theory]
    [InlineData("")]
    [InlineData("spin")]
    [InlineData("Poll")]
    [InlineData("block:50us")]
    [InlineData("poll:")]
    [InlineData("poll:0us")]
    [InlineData("poll:-1us")]
    [InlineData("poll:50")]
    [InlineData("poll:1s")]
    [InlineData("poll:101ms")]
    [InlineData("poll:50us:1")]
    [InlineData("poll:NaNus")]
    public void TryParse_AnythingElse_IsRefused(string text)
    {
        Assert.False(Wait.TryParse(text, out Wait wait));
        Assert.Equal(Wait.Block, wait);
    }
}
