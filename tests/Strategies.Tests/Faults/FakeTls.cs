using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Strategies.Addresses;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>A TCP socket that accepts one connection and speaks TLS on it.</summary>
internal sealed class FakeTls : IFakeLink
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly X509Certificate2 _certificate = MakeCertificate();
    private TcpClient? _connection;
    private SslStream? _stream;

    public FakeTls()
    {
        // Small, so that a sender that is not read from has to stop soon.
        _listener.Server.ReceiveBufferSize = 16 << 10;
        _listener.Start(1);
    }

    public EndPoint Endpoint =>
        new TlsEndPoint((IPEndPoint)_listener.LocalEndpoint, _certificate.GetCertHashString(HashAlgorithmName.SHA256));

    public static X509Certificate2 MakeCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        return new CertificateRequest("CN=fake", key, HashAlgorithmName.SHA256).CreateSelfSigned(
            DateTimeOffset.UtcNow.AddDays(-1),
            DateTimeOffset.UtcNow.AddDays(1));
    }

    public void Accept()
    {
        _connection = _listener.AcceptTcpClient();
        _stream = new SslStream(_connection.GetStream());
        _stream.AuthenticateAsServer(_certificate);
    }

    public int Receive(Span<byte> buffer) => _stream!.Read(buffer);

    public void Send(ReadOnlySpan<byte> bytes) => _stream!.Write(bytes);

    public void Close()
    {
        _connection?.Dispose();
        _stream?.Dispose();
    }

    public void Dispose()
    {
        _listener.Dispose();
        _connection?.Dispose();
        _stream?.Dispose();
        _certificate.Dispose();
    }
}
