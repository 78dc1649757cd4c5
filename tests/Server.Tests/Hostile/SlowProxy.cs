using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>Passes bytes on in both directions; what goes to the server it can cut in two, with a pause between the halves.</summary>
internal sealed class SlowProxy : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _run;

    public SlowProxy(IPEndPoint server)
    {
        _listener.Start();
        _run = RunAsync(server);
    }

    /// <summary>Length of the pause; none by default.</summary>
    public TimeSpan PauseWithin { get; set; }

    public IPEndPoint Endpoint => (IPEndPoint)_listener.LocalEndpoint;

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _run.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task RunAsync(IPEndPoint server)
    {
        using TcpClient client = await _listener.AcceptTcpClientAsync(_stop.Token);
        using var other = new TcpClient();
        await other.ConnectAsync(server, _stop.Token);
        client.NoDelay = other.NoDelay = true;
        await Task.WhenAll(
            PassAsync(client.GetStream(), other.GetStream(), isCut: true),
            PassAsync(other.GetStream(), client.GetStream(), isCut: false));
    }

    private async Task PassAsync(NetworkStream from, NetworkStream to, bool isCut)
    {
        byte[] buffer = new byte[64 << 10];
        int count;
        while ((count = await from.ReadAsync(buffer, _stop.Token)) > 0)
        {
            int half = isCut && PauseWithin > TimeSpan.Zero ? count / 2 : count;
            await to.WriteAsync(buffer.AsMemory(0, half), _stop.Token);
            if (half < count)
            {
                await Task.Delay(PauseWithin, _stop.Token);
                await to.WriteAsync(buffer.AsMemory(half, count - half), _stop.Token);
            }
        }

        to.Socket.Shutdown(SocketShutdown.Send);
    }
}
