using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Tests.Receivers;

/// <summary>A receiver over named pipes that is stopped, whatever its sender is doing: it leaves nothing behind.</summary>
public sealed class FifoReceiverStoppingTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan s_still = TimeSpan.FromMilliseconds(200);

    [Fact]
    public async Task Dispose_NobodyEverCame_LeavesNothing()
    {
        FifoReceiver receiver = TestFifo.Start();
        await StopAsync(receiver);
        AssertNothingLeft(receiver);
    }

    [Fact]
    public async Task Dispose_SenderBetweenFrames_EndsIt()
    {
        FifoReceiver receiver = TestFifo.Start();
        using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
        await client.ExchangeAsync(Content.Of(10));
        await StopAsync(receiver);
        await client.AssertEndOfStreamAsync();
        Assert.Empty(receiver.Stats.Errors);
        AssertNothingLeft(receiver);
    }

    [Fact]
    public async Task Dispose_SenderWithinAFrame_AnswersMinusFour()
    {
        FifoReceiver receiver = TestFifo.Start();
        using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
        await client.ExchangeAsync(Content.Of(10));
        await client.SendAsync(WireClient.Frame(1000, Content.Of(10)));
        // A receiver that still ends the frame before closes after it, and never sees this one.
        await client.AssertTakenAsync();
        await StopAsync(receiver);
        Assert.Equal(-4, (await client.ReadAnswerAsync()).Status);
        await client.AssertEndOfStreamAsync();
        Assert.Equal(("stopped", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
        AssertNothingLeft(receiver);
    }

    [Fact]
    public async Task Dispose_SenderThatDidNotOpenTheAnswers_LeavesNothing()
    {
        FifoReceiver receiver = TestFifo.Start();
        using FifoClient client = await FifoClient.ConnectWithoutAnswersAsync(receiver.Endpoint);
        await StopAsync(receiver);
        await client.AssertBrokenAsync();
        AssertNothingLeft(receiver);
    }

    [Fact]
    public async Task Dispose_WhileASenderIsSending_BreaksItsPipe()
    {
        FifoReceiver receiver = TestFifo.Start(new ServerOptions());
        using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
        await client.SendAsync(WireClient.Frame(1L << 40, []));
        var sending = Task.Run(async () =>
        {
            byte[] chunk = Content.Of(1 << 20);
            while (true)
            {
                await client.SendAsync(chunk);
            }
        }, TestContext.Current.CancellationToken);
        await StopAsync(receiver);
        await Assert.ThrowsAsync<IOException>(() => sending.WaitAsync(s_limit, TestContext.Current.CancellationToken));
        AssertNothingLeft(receiver);
    }

    [Fact]
    public async Task Dispose_WhileASenderDoesNotReadItsAnswers_BreaksItsPipe()
    {
        FifoReceiver receiver = TestFifo.Start();
        using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
        var sending = Task.Run(async () =>
        {
            byte[] emptyFrames = new byte[1 << 20];
            while (true)
            {
                await client.SendAsync(emptyFrames);
            }
        }, TestContext.Current.CancellationToken);
        // Until nothing moves any more: the receiver waits for room for its answers, and no longer reads.
        long frames;
        do
        {
            frames = receiver.Stats.Frames;
        }
        while (SpinWait.SpinUntil(() => receiver.Stats.Frames != frames, s_still) || frames == 0);

        await StopAsync(receiver);
        await Assert.ThrowsAsync<IOException>(() => sending.WaitAsync(s_limit, TestContext.Current.CancellationToken));
        AssertNothingLeft(receiver);
    }

    private static Task StopAsync(FifoReceiver receiver) =>
        Task.Run(() => receiver.DisposeAsync().AsTask()).WaitAsync(s_limit, TestContext.Current.CancellationToken);

    /// <summary>No folder, and no end of a pipe that was in it but the client's own.</summary>
    private static void AssertNothingLeft(FifoReceiver receiver)
    {
        string folder = Path.GetDirectoryName(receiver.Endpoint)!;
        Assert.False(Directory.Exists(folder), $"{folder} should be gone with its receiver, and is still there");
        Assert.Equal(0, receiver.Stats.OpenConnections);
        string[] open = [.. Directory.EnumerateFiles("/proc/self/fd")
            .Where(link => TargetOf(link).StartsWith(folder, StringComparison.Ordinal))];
        Assert.InRange(open.Length, 0, 2);
        Assert.All(open, link => Assert.True(IsClients(link), $"{TargetOf(link)} is still open"));
    }

    /// <summary>A client writes to the pipe for frames and reads from the other: proc_pid_fdinfo(5) has the mode in octal.</summary>
    private static bool IsClients(string link)
    {
        string flags = File.ReadLines(link.Replace("/fd/", "/fdinfo/", StringComparison.Ordinal)).First(
            line => line.StartsWith("flags:", StringComparison.Ordinal));
        return (flags[^1] == '1') != TargetOf(link).Contains(".ack", StringComparison.Ordinal);
    }

    private static string TargetOf(string link)
    {
        try
        {
            return new FileInfo(link).LinkTarget ?? "";
        }
        catch (IOException)
        {
            // Closed since it was listed.
            return "";
        }
    }
}
