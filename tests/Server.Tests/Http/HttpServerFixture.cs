using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server.Tests.Http;

/// <summary>The four kinds of HTTP receivers, and clients for them.</summary>
public sealed class HttpServerFixture : IAsyncDisposable
{
    private readonly X509Certificate2 _certificate = ServerCertificate.Create(IPAddress.Loopback);
    private readonly MessageStore _messages = new();
    private readonly Dictionary<string, HttpReceiver> _receivers;

    public HttpServerFixture()
    {
        _receivers = new Dictionary<string, HttpReceiver>
        {
            ["http"] = Start("http", HttpProtocols.Http1, certificate: null, isTuned: true),
            ["http2"] = Start("http2", HttpProtocols.Http2, certificate: null, isTuned: true),
            ["https"] = Start("https", HttpProtocols.Http1AndHttp2, _certificate, isTuned: true),
            ["http-default"] = Start("http-default", HttpProtocols.Http1, certificate: null, isTuned: false),
        };
    }

    internal HttpReceiver this[string kind] => _receivers[kind];

    /// <summary>A client for a transport, which accepts the certificate of this fixture alone.</summary>
    public HttpClient Client(string transport)
    {
        Version version = transport is "http2" or "https2" ? HttpVersion.Version20 : HttpVersion.Version11;
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            SslOptions =
            {
                RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate?.GetCertHashString(HashAlgorithmName.SHA256)
                    == ServerCertificate.Sha256(_certificate),
            },
        };
        return new HttpClient(handler)
        {
            BaseAddress = new Uri(_receivers[transport == "https2" ? "https" : transport].Endpoint),
            DefaultRequestVersion = version,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Timeout = TimeSpan.FromSeconds(20),
        };
    }

    /// <summary>Sends bytes as they are over a socket and returns what comes back until the server closes.</summary>
    public string Raw(string kind, string request)
    {
        using Socket socket = Connect(kind);
        socket.Send(Encoding.Latin1.GetBytes(request));
        return ReadToEnd(socket);
    }

    /// <summary>A connection to a receiver.</summary>
    public Socket Connect(string kind)
    {
        var uri = new Uri(_receivers[kind].Endpoint);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = 10_000 };
        socket.Connect(IPAddress.Parse(uri.Host), uri.Port);
        return socket;
    }

    public static string ReadToEnd(Socket socket)
    {
        var text = new StringBuilder();
        byte[] buffer = new byte[4096];
        try
        {
            while (socket.Receive(buffer) is > 0 and int count)
            {
                text.Append(Encoding.Latin1.GetString(buffer, 0, count));
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // It closed with bytes of ours unread, after it had answered.
        }

        return text.ToString();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (HttpReceiver receiver in _receivers.Values)
        {
            await receiver.DisposeAsync();
        }

        _messages.Dispose();
        _certificate.Dispose();
    }

    private HttpReceiver Start(string kind, HttpProtocols protocols, X509Certificate2? certificate, bool isTuned) =>
        HttpReceiver.Start(
            kind,
            new IPEndPoint(IPAddress.Loopback, 0),
            protocols,
            certificate,
            isTuned,
            new ServerOptions { IsCheckDue = _ => false },
            _messages);
}
