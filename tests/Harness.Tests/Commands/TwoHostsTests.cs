using System.Text.Json;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Transfers between two network namespaces: a real MTU, a slow link, and a cable that is cut.</summary>
public sealed class TwoHostsTests
{
    private const string Port = "5000";
    private static readonly TimeSpan s_limit = Hang.Limit;

    public static TheoryData<string, int> Sent { get; } = new(Exhaustive.Or<(string, int)[]>(
        [("adaptive", 576)],
        [("adaptive", 576), ("send-file", 1500), ("tls-copy-to-async", 1500), ("http-put-stream", 1500)]));

    [ExhaustiveTheory]
    [MemberData(nameof(Sent))]
    public async Task Send_OverASlowLinkWithARealMtu_EveryTransferIsVerified(string strategy, int mtu)
    {
        TwoHosts.SkipUnlessPossible();
        using var hosts = new TwoHosts();
        hosts.SetMtu(mtu);
        hosts.Limit("50mbit");
        await using HarnessProcess server = await ServeAsync(hosts);
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            hosts.OnSender,
            "send", "--server", $"http://{TwoHosts.ReceiverAddress}:{Port}", "--strategy", strategy, "--size", "300K", "--count", "10",
            "--warmup", "1", "--json");

        Assert.True(exitCode == 0, output + errors);
        using var document = JsonDocument.Parse(output);
        Assert.Equal(10, document.RootElement.GetProperty("verifiedTransfers").GetInt32());
        // 50 Mbit/s are 6.25 MB/s: more than the link carries would be no delivery.
        Assert.InRange(document.RootElement.GetProperty("throughputMBps").GetDouble(), 0.1, 6.3);
    }

    [ExhaustiveFact]
    public async Task Cable_CutInTheMiddle_ServerEndsItWithinTheIdleLimit()
    {
        TwoHosts.SkipUnlessPossible();
        using var hosts = new TwoHosts();
        hosts.Limit("20mbit");
        await using HarnessProcess server = await ServeAsync(hosts, "--idle-timeout", "3s", "--min-rate", "0");
        await using HarnessProcess sender = HarnessProcess.StartUnder(
            hosts.OnSender,
            "send", "--server", $"http://{TwoHosts.ReceiverAddress}:{Port}", "--strategy", "send-file", "--size", "100M", "--count", "1");
        // 100 MB take forty seconds on this link; how long a sender needs to begin depends on the machine.
        await hosts.WaitForBytesAsync(5_000_000, s_limit);
        Assert.True(sender.IsRunning, sender.Output + sender.Errors);
        hosts.Cut();

        await server
            .WaitForErrorAsync("nothing moved for the 3 s of --idle-timeout")
            .WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Signals.Send(sender.Id, Signals.Kill);
        Assert.NotEqual(0, await sender.WaitAsync());
        Assert.DoesNotContain("   at ", sender.Output + sender.Errors + server.Errors, StringComparison.Ordinal);
    }

    private static async Task<HarnessProcess> ServeAsync(TwoHosts hosts, params string[] options)
    {
        HarnessProcess server = HarnessProcess.StartUnder(
            hosts.OnReceiver,
            ["serve", "--bind", TwoHosts.ReceiverAddress, "--control", TwoHosts.ReceiverAddress, "--port", Port, .. options]);
        await server.WaitForOutputAsync("\"ready\":true");
        return server;
    }
}
