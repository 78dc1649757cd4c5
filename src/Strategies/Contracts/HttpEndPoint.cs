using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Contracts;

/// <summary>Where an HTTP receiver is, and how it is spoken to.</summary>
/// <param name="address">Its base address, such as <c>http://127.0.0.1:40000</c>.</param>
/// <param name="version">Version of HTTP, exactly.</param>
public sealed class HttpEndPoint(Uri address, Version version) : EndPoint
{
    /// <summary>Base address.</summary>
    public Uri Address { get; } = address;

    /// <summary>What HttpClient sends there as "Host", or as ":authority".</summary>
    public string Host { get; } = HostOf(address);

    /// <summary>Version of HTTP, exactly.</summary>
    public Version Version { get; } = version;

    /// <summary>SHA-256 of the one certificate to be accepted, as hexadecimal digits; null without TLS.</summary>
    public string? CertificateSha256 { get; init; }

    /// <summary>Asks for the checksum of what arrives.</summary>
    public bool IsVerifying { get; init; }

    /// <summary>Address of a resource of the receiver, with the question for the checksum where that is wanted.</summary>
    public Uri Resource(string path) => new(Address, IsVerifying ? $"{path}?verify=true" : path);

    /// <inheritdoc/>
    public override AddressFamily AddressFamily => AddressFamily.Unspecified;

    /// <inheritdoc/>
    public override string ToString() => Address.GetLeftPart(UriPartial.Authority);

    private static string HostOf(Uri address)
    {
        // IdnHost has no brackets.
        string host = address.HostNameType == UriHostNameType.IPv6 ? address.Host : address.IdnHost;
        return address.IsDefaultPort ? host : string.Create(CultureInfo.InvariantCulture, $"{host}:{address.Port}");
    }
}
