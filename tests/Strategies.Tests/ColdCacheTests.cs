using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Strategies.Tests;

/// <summary>A file is cold when no page of it is in the page cache, or its transfer does not begin.</summary>
public sealed class ColdCacheTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Size = 300_000;

    public static TheoryData<string> Direct =>
        [.. StrategyCatalog.All.Where(descriptor => descriptor.ReadsDirectly).Select(descriptor => descriptor.Id)];

    [Fact]
    public void Make_SomethingReadsTheFileMeanwhile_EvictsAgainAndCounts()
    {
        const int Times = 3;
        Payload payload = Own(1);
        int read = 0;
        var cold = new ColdCache(staysCold: false, readsHere: true, path =>
        {
            if (read++ < Times)
            {
                File.ReadAllBytes(path);
            }
        });
        cold.Make(payload);
        Assert.Equal(0, PageCache.ResidentShare(payload.Path));
        File.ReadAllBytes(payload.Path);
        cold.ThrowUnlessKept();
        Assert.Equal(Times, Observation.Find(cold.Observe(), Observation.RepeatedEvictions));
        if (DiskReads.OfThisProcess() is not null)
        {
            Assert.InRange(Observation.Find(cold.Observe(), Observation.DiskBytes)!.Value, Size / 1e6, double.MaxValue);
        }
    }

    [Fact]
    public void Make_SomethingReadsTheFileAgainAndAgain_IsRefusedWithTheBytesThatStay()
    {
        Payload payload = Own(2);
        int evictions = 0;
        var cold = new ColdCache(staysCold: false, readsHere: true, path =>
        {
            evictions++;
            File.ReadAllBytes(path);
        });
        TransferException refused = Assert.Throws<TransferException>(() => cold.Make(payload));
        Assert.Equal(TransferErrorKind.Unsupported, refused.Kind);
        Assert.Equal(ColdCache.MostEvictions, evictions);
        Assert.Contains(
            $"{Size} of {Size} bytes of {payload.Path} stay in the page cache after {ColdCache.MostEvictions} evictions",
            refused.Message,
            StringComparison.Ordinal);
        Assert.Empty(cold.Observe());
    }

    /// <summary>The exact bytes of one page, and not its share of a large file, keep a file from being cold.</summary>
    [Fact]
    public void Make_OnePageStays_IsRefused()
    {
        Payload payload = Own(3);
        var cold = new ColdCache(staysCold: false, readsHere: true, static path =>
        {
            using Microsoft.Win32.SafeHandles.SafeFileHandle file = File.OpenHandle(path, options: FileOptions.RandomAccess);
            RandomAccess.Read(file, new byte[1], 0);
        });
        Assert.Contains(
            $" of {Size} bytes of {payload.Path} stay in the page cache",
            Assert.Throws<TransferException>(() => cold.Make(payload)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void ThrowUnlessKept_FileInThePageCacheAfterADirectRead_IsRefused()
    {
        Payload payload = Own(4);
        var cold = new ColdCache(staysCold: true, readsHere: false);
        cold.Make(payload);
        cold.ThrowUnlessKept();
        cold.Make(payload);
        File.ReadAllBytes(payload.Path);
        TransferException refused = Assert.Throws<TransferException>(() => cold.Make(payload));
        Assert.Equal(TransferErrorKind.Mismatch, refused.Kind);
        Assert.Contains($"pages of {payload.Path} are in the page cache after a transfer", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Direct))]
    public async Task Transfer_Direct_LeavesNoPageInTheCache(string id)
    {
        TestPayload file = folder.Get(Size, seed: 90 + id.Length);
        SkipUnlessOnADisk(file.Payload);
        StrategyDescriptor descriptor = StrategyCache.Under(StrategyCatalog.Find(id), CacheMode.Direct);
        Assert.SkipUnless(descriptor.Probe().IsAvailable, descriptor.Probe().Reason ?? "");
        await using ITransferStrategy strategy = descriptor.Create(receivers.Connection("tcp-verify"));
        await strategy.ConnectAsync(TestContext.Current.CancellationToken);
        for (int i = 0; i < 3; i++)
        {
            ((IConditionedStrategy)strategy).BeforeTransfer(file.Payload);
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal((Size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
            Assert.Equal(0, PageCache.ResidentShare(file.Payload.Path));
        }

        // Once it was looked at, the file is anybody's: another sender reads it before this one has its next turn.
        ((IConditionedStrategy)strategy).AfterTransfers();
        await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        ((IConditionedStrategy)strategy).BeforeTransfer(file.Payload);
        await Transfers.RunAsync(strategy, file.Payload);
        await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        TransferException refused = Assert.Throws<TransferException>(() => ((IConditionedStrategy)strategy).BeforeTransfer(file.Payload));
        Assert.Contains("in the page cache after a transfer that was to read past it", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("send-file", CacheMode.Cold, null)]
    [InlineData("serve-copy", CacheMode.Cold, null)]
    [InlineData("direct-read", CacheMode.Direct, null)]
    [InlineData("send-file", CacheMode.Direct, "it reads through the page cache")]
    [InlineData("serve-copy", CacheMode.Direct, "it reads through the page cache")]
    [InlineData("mapped-kept", CacheMode.Cold, "it keeps its mapping")]
    [InlineData("http-body-32", CacheMode.Cold, "several transfers of one file are in flight")]
    [InlineData("saea@x4", CacheMode.Cold, "several transfers of one file are in flight")]
    [InlineData("rpc-pooled", CacheMode.Cold, "the server makes what is fetched")]
    public void Under_AStateThatAStrategyCannotHave_SaysWhy(string id, CacheMode mode, string? reason)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere the reason is that there is no posix_fadvise(2)");
        StrategyDescriptor descriptor = StrategyCache.Under(StrategyCatalog.Find(id), mode);
        Assert.Equal((id, mode.Name()), (descriptor.Id, descriptor.Dimensions.Cache));
        Availability availability = descriptor.Probe();
        Assert.Equal(reason is null, availability.IsAvailable);
        Assert.StartsWith(reason ?? "", availability.Reason ?? "", StringComparison.Ordinal);
    }

    [Fact]
    public void Under_Warm_IsTheStrategyItself() =>
        Assert.Equal(StrategyCatalog.Find("send-file"), StrategyCache.Under(StrategyCatalog.Find("send-file"), CacheMode.Warm));

    [Fact]
    public async Task BeforeTransfer_ManyTimes_CostsTheStrategyNothing()
    {
        Payload payload = Own(5);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("native-send-file@cold", receivers.Connection("tcp"));
        var conditioned = (IConditionedStrategy)strategy;
        Assert.Equal(default, conditioned.Cost);
        conditioned.BeforeTransfer(payload);
        Assert.InRange(conditioned.Cost.AllocatedBytes, 1, long.MaxValue);
        Assert.InRange(conditioned.Cost.CpuTime, TimeSpan.Zero, TimeSpan.FromMinutes(1));
    }

    [Fact]
    public void WhyNeverCold_FileInMemory_SaysWhichFileSystem()
    {
        const string Memory = "/dev/shm";
        Assert.SkipUnless(OperatingSystem.IsLinux() && Directory.Exists(Memory), $"needs {Memory}");
        string path = Path.Combine(Memory, $"{PayloadFolder.Prefix}{Environment.ProcessId}");
        File.WriteAllBytes(path, [1, 2, 3]);
        try
        {
            Assert.StartsWith(
                $"{path} is on tmpfs, which is memory",
                StrategyCache.WhyNeverCold(new Payload(path, 3)),
                StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void WhyNeverCold_FileWithHoles_SaysWhatItOccupies()
    {
        Payload zeros = folder.Zeros(Size);
        SkipUnlessOnADisk(folder.Get(Size).Payload);
        Assert.Matches($"has {Size} bytes and occupies [0-9]+ on its disk", StrategyCache.WhyNeverCold(zeros));
    }

    private Payload Own(int seed)
    {
        Payload payload = folder.Get(Size, seed: 80 + seed).Payload;
        SkipUnlessOnADisk(payload);
        return payload;
    }

    private static void SkipUnlessOnADisk(Payload payload)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs posix_fadvise(2)");
        string? reason = StrategyCache.WhyNeverCold(payload);
        Assert.SkipUnless(reason is null, reason ?? "");
    }
}
