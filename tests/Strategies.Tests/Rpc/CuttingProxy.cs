using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Addresses;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>Stands between one client and a server, and cuts the connection when so many bytes have come back.</summary>
internal sealed class CuttingProxy : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly IPEndPoint _server;
    private readonly long _after;
    private readonly Task _running;

    public CuttingProxy(HttpEndPoint server, long after)
    {
        _server = IPEndPoint.Parse(server.Address.Authority);
        _after = after;
        _listener.Start(1);
        _running = RunAsync();
        Endpoint = new HttpEndPoint(new Uri($"http://{_listener.LocalEndpoint}"), server.Version);
    }

    public HttpEndPoint Endpoint { get; }

    public void Dispose()
    {
        _listener.Dispose();
        Assert.True(_running.Wait(TimeSpan.FromMinutes(1)), "the proxy does not end");
    }

    private static async Task PumpAsync(Socket from, Socket to, long most)
    {
        byte[] buffer = new byte[16 << 10];
        try
        {
            while (most > 0 && await from.ReceiveAsync(buffer) is > 0 and int count)
            {
                most -= count;
                for (int sent = 0; sent < count;)
                {
                    sent += await to.SendAsync(buffer.AsMemory(sent, count - sent));
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // One of both closed.
        }
    }

    private async Task RunAsync()
    {
        try
        {
            using Socket client = await _listener.AcceptSocketAsync();
            using var server = new Socket(SocketType.Stream, ProtocolType.Tcp);
            await server.ConnectAsync(_server);
            await Task.WhenAny(PumpAsync(client, server, long.MaxValue), PumpAsync(server, client, _after));
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }
}
