using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Addresses;

/// <summary>Address and certificate of a TLS receiver; no other certificate is accepted.</summary>
/// <param name="address">Address and port.</param>
/// <param name="certificateSha256">SHA-256 of the certificate, as hexadecimal digits.</param>
public sealed class TlsEndPoint(IPEndPoint address, string certificateSha256) : EndPoint
{
    /// <summary>Address and port.</summary>
    public IPEndPoint Address { get; } = address;

    /// <summary>SHA-256 of the certificate, as hexadecimal digits.</summary>
    public string CertificateSha256 { get; } = certificateSha256;

    /// <inheritdoc/>
    public override AddressFamily AddressFamily => Address.AddressFamily;

    /// <inheritdoc/>
    public override string ToString() => Address.ToString();
}
