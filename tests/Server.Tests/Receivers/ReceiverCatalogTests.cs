using System.Net;
using System.Net.Sockets;
using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Tests.Receivers;

public sealed class ReceiverCatalogTests
{
    [Fact]
    public async Task Start_Defaults_EveryReceiverHasItsKindInTheDocumentedOrder()
    {
        using var resources = new ServerResources(IPAddress.Loopback);
        IReadOnlyList<IReceiver> receivers = await ReceiverCatalog.StartAsync(new ServerOptions(), resources);
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
            + "behind keep: write it here and in docs/two-hosts.md");
        Assert.Equal(receivers.Count, receivers.Select(receiver => receiver.Endpoint).Distinct().Count());
        foreach (IReceiver receiver in receivers)
        {
            await receiver.DisposeAsync();
        }
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
}
