using System.IO.Compression;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>A message that is ready is what Google.Protobuf reads, and is compressed once.</summary>
public sealed class PreparedMessageTests
{
    private const int Size = 2_000_000;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(128)]
    [InlineData(Size)]
    public void Packed_OfAnyLength_UnpacksToTheMessage(int length)
    {
        var message = new PreparedMessage(PayloadContent.Text, length);
        // GZipStream reads nothing from nothing, and gunzip does not: ten bytes of header and eight behind the data are there always.
        Assert.Equal([0x1F, 0x8B, 8], message.Packed[..3]);
        Assert.InRange(message.Packed.Length, 20, int.MaxValue);
        using var unpacked = new GZipStream(new MemoryStream(message.Packed), CompressionMode.Decompress);
        using var whole = new MemoryStream();
        unpacked.CopyTo(whole);
        Assert.Equal([.. message.Head, .. message.Data, .. message.Tail], whole.ToArray());
        Assert.Equal(message.Length, whole.Length);
        FetchResponse parsed = FetchResponse.Parser.ParseFrom(whole.ToArray());
        Assert.Equal((length, message.Crc32C), (parsed.Data.Length, parsed.Crc32C));
    }

    [Fact]
    public async Task Packed_AskedForByManyAtOnce_IsMadeByOneOfThem()
    {
        const int Many = 4;
        var message = new PreparedMessage(PayloadContent.Text, Size);
        using var start = new Barrier(Many);
        (byte[] Packed, long Allocated)[] asked = await Task.WhenAll(Enumerable.Range(0, Many).Select(_ => Task.Factory.StartNew(
            () =>
            {
                Assert.True(start.SignalAndWait(TimeSpan.FromMinutes(1)), "the others did not start");
                long before = GC.GetAllocatedBytesForCurrentThread();
                byte[] packed = message.Packed;
                return (packed, GC.GetAllocatedBytesForCurrentThread() - before);
            },
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default))).WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
        Assert.All(asked, one => Assert.Same(asked[0].Packed, one.Packed));
        // Whoever compresses allocates at least what comes out.
        Assert.Single(asked, one => one.Allocated >= one.Packed.Length);
    }
}
