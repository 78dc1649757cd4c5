using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What every asynchronous strategy makes of a cancellation.</summary>
public sealed class CancellationTests(PayloadFolder folder)
{
    private const int Large = 12_345_678;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    public static TheoryData<string> Ids => StrategyCases.AsynchronousIds();

    [Theory]
    [MemberData(nameof(Ids))]
    public Task Transfer_CancelledWhileSending_Throws(string id) =>
        CancelAsync(id, folder.Get(Large).Payload, receiver => receiver.ReadHeader());

    [Theory]
    [MemberData(nameof(Ids))]
    public Task Transfer_CancelledWhileWaitingForTheAcknowledgement_Throws(string id) =>
        CancelAsync(id, folder.Get(1000).Payload, receiver => receiver.ReadFrame());

    private static async Task CancelAsync(string id, Payload payload, Action<FakeReceiver> beforeCancelling)
    {
        using var cancellation = new CancellationTokenSource();
        using var receiver = FakeReceiver.For(id, receiver =>
        {
            beforeCancelling(receiver);
            cancellation.Cancel();
            receiver.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Transfers.RunAsync(strategy, payload, s_limit, cancellation.Token));
    }
}
