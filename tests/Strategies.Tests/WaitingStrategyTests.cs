using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests;

/// <summary>Every strategy that takes a wait delivers with each of them, and still notices what goes wrong while it waits.</summary>
public sealed class WaitingStrategyTests(LiveReceivers receivers, PayloadFolder folder)
{
    private static readonly string[] s_waits = ["poll", "yield:20us", "learn"];

    public static TheoryData<string> Waits => [.. Exhaustive.Or(["learn"], s_waits)];

    public static TheoryData<string, string> Cases =>
        [.. from descriptor in StrategyCases.Here
                .Where(descriptor => descriptor is { Delivers: true, TakesWait: true, IsStored: false })
                .Index()
            // One after the other, or all of them.
            from wait in Exhaustive.IsAskedFor ? s_waits : [s_waits[descriptor.Index % s_waits.Length]]
            select (descriptor.Item.Id, wait)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_EveryWait_Delivers(string id, string text)
    {
        StrategyDescriptor descriptor = StrategyCatalog.Find(id);
        Assert.SkipUnless(descriptor.Probe().IsAvailable, descriptor.Probe().Reason ?? "");
        Assert.True(Wait.TryParse(text, out Wait wait));
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            id, receivers.ConnectionFor(id, verifies: true) with { Wait = wait });
        foreach (int size in (int[])[0, 1000, 100_000])
        {
            TestPayload file = folder.Get(size);
            for (int i = 0; i < 3; i++)
            {
                Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
                Assert.Equal((size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
            }
        }
    }

    /// <summary>Receivers of every kind, with waits of their own.</summary>
    [Theory]
    [MemberData(nameof(Waits))]
    public async Task Receivers_EveryWait_DrainAndVerify(string text)
    {
        Assert.True(Wait.TryParse(text, out Wait wait));
        await using var polling = new LiveReceivers { Wait = wait };
        await polling.InitializeAsync();
        string[] kinds = OperatingSystem.IsLinux() ? ["adaptive", "tls-read-write-64k", "pipe-copy"] : ["adaptive", "tls-read-write-64k"];
        foreach (string id in kinds)
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, polling.ConnectionFor(id, verifies: true));
            foreach (int size in (int[])[0, 1000, 100_000, 3_000_000])
            {
                TestPayload file = folder.Get(size);
                for (int i = 0; i < Exhaustive.Or(20, 80); i += size > 1000 ? 20 : 1)
                {
                    Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
                    Assert.Equal((size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
                }
            }
        }
    }

    /// <summary>A receiver that never answers: the limit holds as without polling.</summary>
    [Theory]
    [InlineData("send-file", "poll")]
    [InlineData("saea", "poll")]
    [InlineData("pipe-splice", "poll")]
    [InlineData("tls-read-write-64k", "learn")]
    public async Task Transfer_NoAnswer_TimesOut(string id, string text)
    {
        Assert.True(Wait.TryParse(text, out Wait wait));
        using FakeReceiver receiver = FakeReceiver.For(id, receiver =>
        {
            receiver.ReadFrame();
            receiver.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection.Impatient() with { Wait = wait });
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(1000).Payload));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    /// <summary>The package's result is recorded: which share of the transfers went by which method, and by how many calls.</summary>
    [Fact]
    public async Task Adaptive_AfterTransfers_TellsHowItSent()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "other systems have one method");
        foreach (string id in (string[])["adaptive", "adaptive-async"])
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
            Assert.Empty(((IObservingStrategy)strategy).Observe());
            await Transfers.RunAsync(strategy, folder.Get(1000).Payload);
            await Transfers.RunAsync(strategy, folder.Get(100_000).Payload);
            IReadOnlyList<Observation> observed = ((IObservingStrategy)strategy).Observe();
            Assert.Equal(50, Observation.Find(observed, "sentByReadAndSend"));
            Assert.Equal(50, Observation.Find(observed, "sentBySendFile"));
            Assert.InRange(Observation.Find(observed, Observation.CallsPerTransfer) ?? 0, 2, 10);
        }
    }
}
