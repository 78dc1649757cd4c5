using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.StrategyAssemblies;

/// <summary><c>send</c> ends although a strategy of the user's does not.</summary>
public sealed class ReturnWatchTests
{
    private static readonly StrategyDescriptor s_strategy = StrategyCatalog.Find("send-file");

    [Fact]
    public async Task RunAsync_NoTransferEnds_FailsAndNamesTheStrategy()
    {
        var watch = ReturnWatch.Of(s_strategy, TimeSpan.FromMilliseconds(60));
        var never = new TaskCompletionSource<int>();
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => watch.RunAsync(() => never.Task));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
        Assert.Equal(
            "send-file did not return within 0 s, after 0 transfers: SendFile waits for something that does not come; "
                + "give each of its waits a limit",
            exception.Message);
    }

    /// <summary>Several limits long, while something ends between any two looks.</summary>
    [Fact]
    public async Task RunAsync_TransfersGoOn_WaitsForTheEnd()
    {
        int looks = 0;
        var over = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var watch = ReturnWatch.Of(s_strategy, TimeSpan.FromMilliseconds(60));
        watch.Transfers = () =>
        {
            if (++looks == 20)
            {
                over.SetResult(7);
            }

            return looks;
        };
        Assert.Equal(7, await watch.RunAsync(() => over.Task));
    }

    [Fact]
    public async Task RunAsync_MeasurementFails_HandsOnItsException()
    {
        var watch = ReturnWatch.Of(s_strategy, TimeSpan.FromMinutes(1));
        FormatException exception = await Assert.ThrowsAsync<FormatException>(
            () => watch.RunAsync<int>(() => throw new FormatException("no luck")));
        Assert.Equal("no luck", exception.Message);
    }

    /// <summary>Ours have a limit for each of their waits.</summary>
    [Fact]
    public void For_StrategyOfOurs_WatchesNothing() => Assert.Null(ReturnWatch.For(s_strategy, length: 1, idle: TimeSpan.Zero));

    /// <summary>It takes the three minutes that a strategy has.</summary>
    [ExhaustiveFact]
    public async Task Send_StrategyThatBlocks_EndsWithAClearError()
    {
        Task<(int ExitCode, string Output, string Errors)>[] runs =
        [
            .. ((string[][])[[], ["--connections", "2"]]).Select(more => HarnessProcess.RunAsync(
                ["send", "--strategies-from", OwnAssembly.Path, "--strategy", "my-blocker", "--size", "1K", .. more])),
        ];
        foreach ((int exitCode, string output, string errors) in await Task.WhenAll(runs))
        {
            Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
            Assert.Equal(
                "error: my-blocker did not return within 180 s, after 0 transfers: Failing waits for something that does not come; "
                    + "give each of its waits a limit\n",
                errors.ReplaceLineEndings("\n"));
        }
    }
}
