using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Server.Tests.Receivers;

public sealed class ReceiverCatalogTests
{
    [Fact]
    public async Task Start_Defaults_EveryReceiverHasItsKindInTheDocumentedOrder()
    {
        using var resources = new ServerResources(IPAddress.Loopback);
        IReadOnlyList<IReceiver> receivers = (await ReceiverCatalog.StartAsync(new ServerOptions(), resources)).All;
        string[] pipes = OperatingSystem.IsLinux() ? ["pipe", "pipe-verify"] : [];
        string[] documented =
        [
            "tcp", "tcp-verify", "tls", "tls-verify", "http", "http2", "https", "http-default", "http-file-sender", "http-kestrel-socket",
            "tcp-fetch", "keep", "unix", "unix-verify", .. pipes,
        ];
        string[] kinds = [.. receivers.Select(receiver => receiver.Kind)];
        Assert.True(
            documented.SequenceEqual(kinds),
            $"the kinds are {string.Join(", ", kinds)}; a new kind on a port goes "
            + "behind keep: write it here and in docs/networks.md");
        Assert.Equal(receivers.Count, receivers.Select(receiver => receiver.Endpoint).Distinct().Count());
        foreach (IReceiver receiver in receivers)
        {
            await receiver.DisposeAsync();
        }
    }

    /// <summary>As on a system whose policy forbids keys.</summary>
    [Fact]
    public async Task Start_NoCertificateToBeHad_LeavesOutWhatNeedsOneWithTheReason()
    {
        using ServerResources resources = WithoutKeys();
        StartedReceivers started = await ReceiverCatalog.StartAsync(new ServerOptions(), resources);

        Assert.Equal(["https", "tls", "tls-verify"], started.Missing.Keys);
        Assert.Equal(
            ["without https, tls, tls-verify: this system makes no key for a TLS certificate (Not by this policy)"], started.Reasons());
        Assert.Equal(ReceiverCatalog.Kinds.Except(started.Missing.Keys), started.All.Select(receiver => receiver.Kind));
        foreach (IReceiver receiver in started.All)
        {
            await receiver.DisposeAsync();
        }
    }

    [Theory]
    [InlineData("tls")]
    [InlineData("https")]
    public async Task Start_NoCertificateForWhatWasAskedFor_IsAnErrorWithTheReason(string kind)
    {
        using ServerResources resources = WithoutKeys();

        TransferException refused = await Assert.ThrowsAsync<TransferException>(
            () => ReceiverCatalog.StartAsync(new ServerOptions { Receivers = ["tcp", kind] }, resources));

        Assert.Equal(
            $"there is no receiver '{kind}' here: this system makes no key for a TLS certificate (Not by this policy)", refused.Message);
    }

    [Fact]
    public async Task Start_OneOfThemCannot_LeavesNoneListening()
    {
        // The second receiver's port is taken, and the first one's is free before and after.
        int port = FreePorts.Take(3);
        using var taken = new TcpListener(IPAddress.Loopback, port + 2);
        taken.Start();
        using var resources = new ServerResources(IPAddress.Loopback);
        await Assert.ThrowsAsync<SocketException>(() => ReceiverCatalog.StartAsync(new ServerOptions { Port = port }, resources));
        using var first = new TcpListener(IPAddress.Loopback, port + 1);
        first.Start();
    }

    private static ServerResources WithoutKeys() =>
        new(() => throw new CryptographicException("Not by this policy."), new MessageStore(MessageStore.UsualMemory));
}
