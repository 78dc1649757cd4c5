using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Strategies.Addresses;

/// <summary>Finds the receiver for a transport among those that a server lists.</summary>
public static class ReceiverAddress
{
    private const string Verifying = "-verify";

    /// <summary>
    /// Name under which the server lists a receiver. One HTTP receiver serves requests with and without verification, and so do one
    /// that files are fetched from and one that keeps files, which checks the first of every connection.
    /// </summary>
    public static string KindOf(string transport, bool isVerifying) =>
        Transport.ReceiverKind(transport) + (isVerifying && Transport.HasVerifyingReceiver(transport) ? Verifying : "");

    /// <summary>
    /// Finds the receiver and parses its address; false when the server has no such receiver, or its address cannot be parsed.
    /// </summary>
    public static bool TryFind(ServerReady server, string transport, bool isVerifying, [NotNullWhen(true)] out EndPoint? address)
    {
        address = null;
        if (server.Endpoints.TryGetValue(KindOf(transport, isVerifying), out string? text))
        {
            address = transport switch
            {
                Transport.Unix => new UnixDomainSocketEndPoint(text),
                Transport.Pipe => new FifoEndPoint(text),
                Transport.Tls => IPEndPoint.TryParse(text, out IPEndPoint? tls) && server.CertificateSha256 is { } sha256
                    ? new TlsEndPoint(tls, sha256)
                    : null,
                Transport.TcpFetch => IPEndPoint.TryParse(text, out IPEndPoint? files)
                    ? new FetchEndPoint(files) { IsVerifying = isVerifying }
                    : null,
                _ when Transport.IsHttp(transport)
                    && Uri.TryCreate(text, UriKind.Absolute, out Uri? uri) => new HttpEndPoint(uri, Transport.HttpVersion(transport))
                    {
                        CertificateSha256 = uri.Scheme == Uri.UriSchemeHttps ? server.CertificateSha256 : null,
                        IsVerifying = isVerifying,
                    },
                // TCP, and every other transport whose receivers have a port.
                _ => IPEndPoint.TryParse(text, out IPEndPoint? tcp) ? tcp : null,
            };
        }

        return address is not null;
    }

    /// <summary>
    /// True for a wildcard address (0.0.0.0 or ::), which stands for every address of its host: no client can connect to it.
    /// </summary>
    public static bool ListensEverywhere(EndPoint address) =>
        HostOf(address) is { } host && (host.Equals(IPAddress.Any) || host.Equals(IPAddress.IPv6Any));

    /// <summary>IP address of a receiver; null when it has none.</summary>
    public static IPAddress? HostOf(EndPoint address) => address switch
    {
        IPEndPoint endpoint => endpoint.Address,
        TlsEndPoint tls => tls.Address.Address,
        FetchEndPoint files => files.Address.Address,
        HttpEndPoint http => IPAddress.TryParse(http.Address.Host.Trim('[', ']'), out IPAddress? host) ? host : null,
        _ => null,
    };

    /// <summary>
    /// The same receiver at another IP address. A receiver at a wildcard address is reached at the address of its control endpoint.
    /// </summary>
    public static EndPoint At(EndPoint address, IPAddress host) => address switch
    {
        IPEndPoint endpoint => new IPEndPoint(host, endpoint.Port),
        TlsEndPoint tls => new TlsEndPoint(new IPEndPoint(host, tls.Address.Port), tls.CertificateSha256),
        FetchEndPoint files => new FetchEndPoint(new IPEndPoint(host, files.Address.Port)) { IsVerifying = files.IsVerifying },
        HttpEndPoint http => new HttpEndPoint(new UriBuilder(http.Address) { Host = host.ToString() }.Uri, http.Version)
        {
            CertificateSha256 = http.CertificateSha256,
            IsVerifying = http.IsVerifying,
        },
        _ => address,
    };
}
