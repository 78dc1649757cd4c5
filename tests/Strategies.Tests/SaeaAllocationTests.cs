using System.Diagnostics;
using System.Reflection;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Strategies.Tests;

[TestClass(DisableParallelization = true)]
public sealed class SaeaAllocationTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Count = 100;
    private const int Rounds = 4;

    /// <summary>
    /// On a busy machine more operations are queued anew; what counts is a round in which hardly one had to be, so rounds are short.
    /// </summary>
    private const int MostRounds = 400;

    /// <summary>Bytes a transfer left to the runtime, which may have to queue an operation anew when its own caches miss.</summary>
    private const int Slack = 16;

    private static bool IsOptimized =>
        typeof(Saea).Assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    [Theory]
    [InlineData(1024)]
    [InlineData(1 << 20)]
    public async Task Transfer_HundredTimes_AllocatesNoMoreThanOpeningTheFile(int size)
    {
        Assert.SkipUnless(IsOptimized, "in a Debug build every call of an async method allocates: dotnet test -c Release");
        Payload payload = folder.Get(size).Payload;
        long bare = await FewestBytesOfAsync(() =>
        {
            for (int i = 0; i < Count; i++)
            {
                File.OpenHandle(payload.Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete).Dispose();
            }

            return Task.CompletedTask;
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("saea", receivers.Connection("tcp"));
        var asynchronous = (IAsyncTransferStrategy)strategy;
        long saea = await FewestBytesOfAsync(async () =>
        {
            for (int i = 0; i < Count; i++)
            {
                await asynchronous.TransferAsync(payload, CancellationToken.None);
            }
        }, bare + (Slack * Count));
        Assert.True(
            saea < bare + (Slack * Count),
            $"saea allocates {(double)saea / Count:0.000} bytes a transfer, opening the file {(double)bare / Count:0.000}");
    }

    /// <summary>Bytes allocated by the process, because a transfer changes threads, in the round that allocated least.</summary>
    private static async Task<long> FewestBytesOfAsync(Func<Task> round, long limit = 0)
    {
        long fewest = long.MaxValue;
        for (int i = 0; i < Rounds || (i < MostRounds && fewest >= limit && limit > 0); i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await round();
            fewest = Math.Min(fewest, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        return fewest;
    }
}
