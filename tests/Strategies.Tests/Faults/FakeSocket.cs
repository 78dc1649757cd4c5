using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>A TCP socket that accepts one connection.</summary>
internal sealed class FakeSocket : IFakeLink
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private Socket? _connection;

    public FakeSocket()
    {
        // Small, so that a sender that is not read from has to stop soon.
        _listener.ReceiveBufferSize = 16 << 10;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(1);
    }

    public EndPoint Endpoint => _listener.LocalEndPoint!;

    public void Accept() => _connection = _listener.Accept();

    public int Receive(Span<byte> buffer) => _connection!.Receive(buffer);

    public void Send(ReadOnlySpan<byte> bytes) => _connection!.Send(bytes);

    public void Close() => _connection?.Dispose();

    public void Dispose()
    {
        _listener.Dispose();
        _connection?.Dispose();
    }
}
