namespace FileTransfer.Strategies.Contracts;

/// <summary>
/// Names of the ways to a receiver, as used on the command line and in results: channels, and receivers of a kind of their own behind one.
/// </summary>
public static class Transport
{
    // Channels: the receiver behind each is the usual one of its channel.

    /// <summary>Framed files over TCP.</summary>
    public const string Tcp = "tcp";

    /// <summary>Framed files over AF_UNIX.</summary>
    public const string Unix = "unix";

    /// <summary>Framed files through named pipes.</summary>
    public const string Pipe = "pipe";

    /// <summary>Framed files over TLS.</summary>
    public const string Tls = "tls";

    /// <summary>HTTP/1.1 without encryption.</summary>
    public const string Http = "http";

    /// <summary>HTTP/2 without encryption, by prior knowledge: RFC 9113, 3.3.</summary>
    public const string Http2 = "http2";

    /// <summary>HTTP/1.1 over TLS.</summary>
    public const string Https = "https";

    /// <summary>HTTP/2 over TLS, agreed on by ALPN: RFC 9113, 3.2.</summary>
    public const string Https2 = "https2";

    // Receivers of a kind of their own: Channel names the channel to each.

    /// <summary>HTTP/1.1 without encryption, to Kestrel with its default settings.</summary>
    public const string HttpDefault = "http-default";

    /// <summary>HTTP/1.1 without encryption, to a server on sockets alone that sends with FileSender. It serves files only.</summary>
    public const string HttpFileSender = "http-file-sender";

    /// <summary>HTTP/1.1 without encryption, to Kestrel whose responses leave through an output of our own, files by FileSender.</summary>
    public const string HttpKestrelSocket = "http-kestrel-socket";

    /// <summary>Files that are asked for by name over TCP, and come back framed.</summary>
    public const string TcpFetch = "tcp-fetch";

    /// <summary>Framed files over TCP to a receiver that keeps them.</summary>
    public const string Keep = "keep";

    /// <summary>All transports, in the order of listings.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        Tcp, Unix, Pipe, Tls, Http, Http2, Https, Https2, HttpDefault, HttpFileSender, HttpKestrelSocket, TcpFetch, Keep,
    ];

    /// <summary>Transports of a strategy that works on any stream socket.</summary>
    public static IReadOnlyList<string> AnyStream { get; } = [Tcp, Unix];

    /// <summary>The channel of a transport: its own name, unless it names a receiver behind a channel.</summary>
    public static string Channel(string transport) => transport switch
    {
        HttpDefault or HttpFileSender or HttpKestrelSocket => Http,
        TcpFetch or Keep => Tcp,
        _ => transport,
    };

    /// <summary>True for a transport that uses HTTP.</summary>
    public static bool IsHttp(string transport) => Channel(transport) is Http or Http2 or Https or Https2;

    /// <summary>
    /// True for a transport with a second receiver that verifies everything: a channel of frames. Over the others the client says so, or
    /// verifies itself.
    /// </summary>
    public static bool HasVerifyingReceiver(string transport) => !IsHttp(transport) && Channel(transport) == transport;

    /// <summary>
    /// Kind of the receiver for a transport. It is the transport's name, except that https2 shares the receiver of https by ALPN.
    /// </summary>
    public static string ReceiverKind(string transport) => transport == Https2 ? Https : transport;

    /// <summary>HTTP version of a transport.</summary>
    public static Version HttpVersion(string transport) =>
        Channel(transport) is Http2 or Https2 ? System.Net.HttpVersion.Version20 : System.Net.HttpVersion.Version11;
}
