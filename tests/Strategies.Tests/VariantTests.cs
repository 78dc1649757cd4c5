using System.Diagnostics;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Strategies.Tests;

/// <summary>Strategies under a second id, which deliver as the originals do.</summary>
public sealed class VariantTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Size = 100_000;

    [Theory]
    [InlineData("send-file@2")]
    [InlineData("send-file@slower20")]
    [InlineData("copy-to-async@slower20")]
    [InlineData("adaptive@poll")]
    [InlineData("saea@yield:50us")]
    [InlineData("adaptive-async@learn")]
    [InlineData("read-write-1k@block")]
    [InlineData("adaptive-async@x8")]
    public async Task Transfer_AnyVariant_Delivers(string id)
    {
        TestPayload file = folder.Get(Size);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection("tcp-verify"));
        for (int i = 0; i < 3; i++)
        {
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal((Size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
        }
    }

    /// <summary>A variant waits in its own way, whatever the run says; others as the run says; HttpClient as it does.</summary>
    [Theory]
    [InlineData("send-file", "poll:200us")]
    [InlineData("send-file@2", "poll:200us")]
    [InlineData("send-file@block", "block")]
    [InlineData("pipe-splice@yield:1ms", "yield:1000us")]
    [InlineData("http-put-send-file", "poll:200us")]
    [InlineData("http-put-stream", "runtime")]
    [InlineData("rpc-pooled", "runtime")]
    [InlineData("null", null)]
    public void WaitFor_EveryKind_IsWhatItDoes(string id, string? wait) => Assert.Equal(wait, StrategyCatalog.Find(id).WaitFor(Wait.Poll));

    [Fact]
    public async Task Transfer_OverManyConnections_HasAsManyInFlight()
    {
        TestPayload file = folder.Get(Size);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("copy-to-async@x4", receivers.Connection("tcp-verify"));
        var many = (IConcurrentTransferStrategy)strategy;
        Assert.Equal(4, many.InFlight);
        Delivery[] deliveries = await Task.WhenAll(
            Enumerable.Range(0, 4).Select(_ => many.TransferAsync(file.Payload, TestContext.Current.CancellationToken).AsTask()));
        Assert.All(deliveries, delivery => Assert.Equal(file.Crc32C, delivery.Crc32C));
    }

    [Theory]
    [InlineData("send-file@x4")]
    [InlineData("http-body-2@x4")]
    [InlineData("saea@x1")]
    [InlineData("saea@x5000")]
    [InlineData("saea@x")]
    [InlineData("saea@x4@poll")]
    public void TryFind_WhatCannotBe_IsNotFound(string id) => Assert.False(StrategyCatalog.TryFind(id, out _));

    [Fact]
    public void Spin_AShareLonger_TakesThatShareAtLeast()
    {
        long start = Stopwatch.GetTimestamp();
        SpinWait.SpinUntil(() => Stopwatch.GetElapsedTime(start) > TimeSpan.FromMilliseconds(1));
        TimeSpan before = Stopwatch.GetElapsedTime(start);
        Delay.Spin(start, share: 0.5);
        Assert.True(Stopwatch.GetElapsedTime(start) >= 1.5 * before);
    }
}
