using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What <c>send</c> says of what a strategy counted beside the time.</summary>
public sealed class SendObservationTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_ObservingStrategy_TellsInWordsButNotInJson(bool json)
    {
        using var folder = new TemporaryFolder();
        using StringWriter output = new();
        SendPlan plan = new()
        {
            Strategy = ObservingStrategy.Descriptor,
            Payload = new SizedPayload("1000", new Payload(folder.File("payload", 1_000), 1_000)),
            Sender = new SenderOptions { Transport = "tcp", NoDelay = true, Affinity = CpuAffinity.None },
            Server = server.Process.Control,
            Count = 3,
            Warmup = 1,
            Json = json,
        };

        Assert.Equal(0, await SendCommand.RunAsync(plan, output, TextWriter.Null, TestContext.Current.CancellationToken));

        Assert.Equal(!json, output.ToString().Contains("\nobserved    transfers counted: 1 launch", StringComparison.Ordinal));
        Assert.DoesNotContain("observations", output.ToString(), StringComparison.OrdinalIgnoreCase);
    }
}
