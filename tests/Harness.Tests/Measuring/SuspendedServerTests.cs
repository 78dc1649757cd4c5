using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>A server that stands still for longer than a sender waits.</summary>
public sealed class SuspendedServerTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(3);

    public static TheoryData<string, string> Senders { get; } = new(Exhaustive.Or<(string, string)[]>(
        [("send-file", Transport.Tcp)],
        [("send-file", Transport.Tcp), ("read-write-64k", Transport.Tcp), ("http-put-stream", Transport.Http)]));

    [ExhaustiveTheory]
    [MemberData(nameof(Senders))]
    public async Task Transfer_ServerSuspendedForLongerThanTheLimit_TimesOutAndTheNextSessionIsClean(string id, string transport)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "suspends a process by its signal number on Linux");
        using var folder = new TemporaryFolder();
        var payload = new Payload(folder.File("payload", 10_000_000), 10_000_000);
        await using ServerProcess server = await ServerProcess.StartAsync([], TestContext.Current.CancellationToken);
        await using (TransferSession session = await PrepareAsync(server, id, transport, payload, s_patience))
        {
            Signals.Send(server.Id, Signals.Stop);
            try
            {
                TransferException exception = await Assert.ThrowsAsync<TransferException>(
                    () => TransferAsync(session.Strategy, payload));
                Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
            }
            finally
            {
                Signals.Send(server.Id, Signals.Continue);
            }
        }

        await using TransferSession next = await PrepareAsync(server, id, transport, payload, TimeSpan.FromMinutes(1));
        Delivery delivery = await TransferAsync(next.Strategy, payload);
        Assert.Equal(payload.Length, delivery.Bytes);
    }

    private static Task<TransferSession> PrepareAsync(
        ServerProcess server,
        string id,
        string transport,
        Payload payload,
        TimeSpan timeout) => TransferSession.PrepareAsync(
            new SessionOptions
            {
                Strategy = StrategyCatalog.Find(id),
                Payload = payload,
                Sender = new SenderOptions { Transport = transport, NoDelay = true, Affinity = CpuAffinity.None },
                Server = server.Control,
                Timeout = timeout,
            },
            TestContext.Current.CancellationToken);

    private static async Task<Delivery> TransferAsync(ITransferStrategy strategy, Payload payload) => strategy is ISyncTransferStrategy sync
        ? await Task.Run(() => sync.Transfer(payload), TestContext.Current.CancellationToken)
        : await ((IAsyncTransferStrategy)strategy).TransferAsync(payload, TestContext.Current.CancellationToken);
}
