using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Addresses;

/// <summary>Address, HTTP version and certificate of an HTTP receiver.</summary>
/// <param name="address">Its base address, such as <c>http://127.0.0.1:40000</c>.</param>
/// <param name="version">The HTTP version of every request; no other is accepted.</param>
public sealed class HttpEndPoint(Uri address, Version version) : EndPoint
{
    /// <summary>Base address.</summary>
    public Uri Address { get; } = address;

    /// <summary>Value of the header "Host" (in HTTP/2: ":authority") that HttpClient sends to this address.</summary>
    public string Host { get; } = HostOf(address);

    /// <summary>The HTTP version of every request; no other is accepted.</summary>
    public Version Version { get; } = version;

    /// <summary>SHA-256 of the only accepted certificate, as hexadecimal digits; null without TLS.</summary>
    public string? CertificateSha256 { get; init; }

    /// <summary>True to ask the receiver for the checksum of the bytes it received.</summary>
    public bool IsVerifying { get; init; }

    /// <summary>The resource of a server of another make that every request is for; null for a server of ours.</summary>
    public UrlTarget? Target { get; init; }

    /// <summary>True for a server of another make.</summary>
    public bool IsForeign => Target is not null;

    /// <summary>
    /// Address of a resource of the receiver, with <c>verify=true</c> in its query when <see cref="IsVerifying"/>. Of a server of another
    /// make it is the <see cref="Target"/> whatever the path.
    /// </summary>
    public Uri Resource(string path) => Target?.Url ?? new(
        Address,
        IsVerifying ? $"{path}{(path.Contains('?', StringComparison.Ordinal) ? '&' : '?')}verify=true" : path);

    /// <inheritdoc/>
    public override AddressFamily AddressFamily => AddressFamily.Unspecified;

    /// <inheritdoc/>
    public override string ToString() => Address.GetLeftPart(UriPartial.Authority);

    private static string HostOf(Uri address)
    {
        // Uri.IdnHost omits the brackets of an IPv6 address.
        string host = address.HostNameType == UriHostNameType.IPv6 ? address.Host : address.IdnHost;
        return address.IsDefaultPort ? host : string.Create(CultureInfo.InvariantCulture, $"{host}:{address.Port}");
    }
}
