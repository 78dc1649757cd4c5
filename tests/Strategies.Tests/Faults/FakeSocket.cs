using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>A socket, of TCP or AF_UNIX, that accepts one connection.</summary>
internal sealed class FakeSocket : IFakeLink
{
    private readonly string? _path;
    private readonly Socket _listener;
    private Socket? _connection;

    public FakeSocket(bool isUnix)
    {
        _path = isUnix ? Path.Combine(Path.GetTempPath(), $"fake-{Guid.NewGuid():N}") : null;
        EndPoint endpoint = _path is null ? new IPEndPoint(IPAddress.Loopback, 0) : new UnixDomainSocketEndPoint(_path);
        _listener = new(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Unspecified)
        {
            // Small, so that a sender that is not read from has to stop soon.
            ReceiveBufferSize = 16 << 10,
        };
        _listener.Bind(endpoint);
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
        if (_path is not null)
        {
            File.Delete(_path);
        }
    }
}
