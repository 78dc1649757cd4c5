using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>Strategies under a second id, which deliver as the originals do.</summary>
public sealed class VariantTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Size = 100_000;

    [Theory]
    [InlineData("send-file@2")]
    [InlineData("adaptive@poll")]
    [InlineData("saea@yield:50us")]
    [InlineData("adaptive-async@learn")]
    [InlineData("read-write-1k@block")]
    [InlineData("adaptive-async@x8")]
    [InlineData("send-file@gap1ms")]
    [InlineData("saea@gap2ms")]
    [InlineData("send-file@nagle")]
    [InlineData("read-write-1k@sndbuf16K")]
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

    /// <summary>Results pair a variant with its strategy by what it says, and nobody has to read its id.</summary>
    [Theory]
    [InlineData("send-file", null)]
    [InlineData("send-file@2", "send-file")]
    [InlineData("send-file@bbr", "send-file")]
    [InlineData("send-file@cold", "send-file")]
    [InlineData("saea@gap2ms", "saea")]
    [InlineData("adaptive@poll", "adaptive")]
    [InlineData("adaptive-async@x8", "adaptive-async")]
    public void Dimensions_OfAVariant_NameItsStrategy(string id, string? original) =>
        Assert.Equal(original, StrategyCatalog.Find(id).Dimensions.Original);

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

    [Fact]
    public async Task Transfer_Cold_BeginsWithoutAPageInTheCache()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs posix_fadvise(2)");
        // Nobody else maps it, and no socket lends its pages: both keep a file in the cache.
        TestPayload file = folder.Get(Size, seed: 77);
        Assert.SkipUnless(
            CanDrop(file.Payload),
            $"{file.Payload.Path} cannot be dropped from the page cache: it is on a file system in memory");
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("send-file@cold", receivers.Connection("tcp-verify"));
        await Transfers.RunAsync(strategy, file.Payload);
        var conditioned = (IConditionedStrategy)strategy;
        conditioned.BeforeTransfer(file.Payload);
        Assert.Equal(0, PageCache.ResidentShare(file.Payload.Path));
        Assert.Equal(file.Crc32C, (await Transfers.RunAsync(strategy, file.Payload)).Crc32C);
    }

    /// <summary>What a mapping keeps in memory is not cold, and never shown as such.</summary>
    [Fact]
    public async Task BeforeTransfer_FileThatIsMapped_IsRefused()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs posix_fadvise(2)");
        TestPayload file = folder.Get(Size, seed: 78);
        using var mapping = System.IO.MemoryMappedFiles.MemoryMappedFile.CreateFromFile(
            file.Payload.Path, FileMode.Open, mapName: null, 0, System.IO.MemoryMappedFiles.MemoryMappedFileAccess.Read);
        using System.IO.MemoryMappedFiles.MemoryMappedViewStream view =
            mapping.CreateViewStream(0, Size, System.IO.MemoryMappedFiles.MemoryMappedFileAccess.Read);
        view.CopyTo(Stream.Null);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("send-file@cold", receivers.Connection("tcp-verify"));
        TransferException refused = Assert.Throws<TransferException>(() => ((IConditionedStrategy)strategy).BeforeTransfer(file.Payload));
        Assert.Contains("stay in the page cache", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("send-file@bbr", "bbr")]
    [InlineData("send-file@reno", "reno")]
    public async Task Connect_CongestionControl_IsInForce(string id, string name)
    {
        Assert.SkipUnless(SocketTuning.AvailableCongestionControls().Contains(name), $"this kernel has no {name}");
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection("tcp"));
        // Reads the option back from the socket.
        ((ITunedStrategy)strategy).ThrowUnlessInForce();
        await Transfers.RunAsync(strategy, folder.Get(Size).Payload);
    }

    [Theory]
    [InlineData("send-file@x4")]
    [InlineData("http-body-2@x4")]
    [InlineData("saea@x1")]
    [InlineData("saea@x5000")]
    [InlineData("saea@x")]
    [InlineData("saea@x4@poll")]
    [InlineData("send-file@gap")]
    [InlineData("send-file@gapms")]
    [InlineData("send-file@gap0ms")]
    [InlineData("send-file@gap2000ms")]
    [InlineData("send-file@sndbuf")]
    [InlineData("send-file@vegas")]
    [InlineData("http-put-stream@nagle")]
    [InlineData("http-body-2@cold")]
    [InlineData("null@cold")]
    [InlineData("send-file@slower20")]
    public void TryFind_WhatCannotBe_IsNotFound(string id) => Assert.False(StrategyCatalog.TryFind(id, out _));

    private static bool CanDrop(Payload payload)
    {
        return SpinWait.SpinUntil(
            () =>
            {
                PageCache.Drop(payload.Path);
                return PageCache.ResidentShare(payload.Path) == 0;
            },
            TimeSpan.FromSeconds(2));
    }
}
