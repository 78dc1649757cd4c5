using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Http;

/// <summary>Opens the connections of an HttpClient, TLS included, and counts the failed attempts.</summary>
/// <remarks>
/// HttpClient does not report a failed attempt when another connection has served the request, nor a failed handshake of its own
/// TLS.
/// </remarks>
internal sealed class HttpDialer(ConnectionOptions options, HttpEndPoint endpoint)
{
    private readonly CertificatePin? _pin = endpoint.CertificateSha256 is { } sha256 ? new CertificatePin(sha256) : null;
    private SslPolicyErrors? _refused;
    private Exception? _lastFailure;
    private int _failures;

    /// <summary>
    /// Opens a connection: a <see cref="SocketsHttpHandler.ConnectCallback"/>, for which an authenticated SslStream counts as TLS.
    /// </summary>
    public async ValueTask<Stream> DialAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        Stream? stream = null;
        try
        {
            stream = await ConnectAsync(context.DnsEndPoint, cancellationToken).ConfigureAwait(false);
            if (endpoint.Address.Scheme == Uri.UriSchemeHttps)
            {
                var tls = new SslStream(stream);
                stream = tls;
                await tls.AuthenticateAsClientAsync(TlsTo(context.DnsEndPoint.Host), cancellationToken).ConfigureAwait(false);
            }

            return stream;
        }
        catch (Exception exception)
        {
            stream?.Dispose();
            // HttpClient cancels an attempt that no request waits for any more: that is not a failure.
            if (exception is not OperationCanceledException)
            {
                _lastFailure = exception;
                Interlocked.Increment(ref _failures);
            }

            throw;
        }
    }

    /// <summary>Checks that all connections could be opened.</summary>
    /// <exception cref="TransferException">A connection could not be opened: fewer connections were measured than requested.</exception>
    public void ThrowIfFailed()
    {
        if (Volatile.Read(ref _failures) > 0)
        {
            throw Failed(_lastFailure!.Message, _lastFailure);
        }
    }

    /// <summary>
    /// The exception for a connection that could not be opened, with its <paramref name="reason"/> and the number of failures.
    /// </summary>
    public TransferException Failed(string reason, Exception exception) => new(
        TransferErrorKind.ConnectFailed,
        _pin?.Refused is not null
            ? $"cannot connect to {endpoint}: {_pin.Explanation}"
            : _refused is { } errors
            ? $"cannot connect to {endpoint}: its certificate is not accepted here ({errors}); --insecure accepts any certificate"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"cannot connect to {endpoint}: {reason.TrimEnd('.')}; {Volatile.Read(ref _failures)} of this sender's connections "
                + $"could not be opened. Is the server running there, and has the process descriptors left (ulimit -n)?"),
        exception);

    private async ValueTask<Stream> ConnectAsync(DnsEndPoint host, CancellationToken cancellationToken)
    {
        // For an IP address, a socket of that address family only, as in most programs.
        EndPoint target = IPAddress.TryParse(host.Host, out IPAddress? address) ? new IPEndPoint(address, host.Port) : host;
        Socket socket = address is null
            ? new Socket(SocketType.Stream, ProtocolType.Tcp)
            : new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            SocketTuning.Apply(socket, options);
            await socket.ConnectAsync(target, cancellationToken).ConfigureAwait(false);
            options.Received?.Add(socket);
            return new HttpConnectionStream(socket, endpoint.IsForeign ? options.Received : null);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private SslClientAuthenticationOptions TlsTo(string host) => new()
    {
        TargetHost = host,
        ApplicationProtocols = [endpoint.Version == HttpVersion.Version20 ? SslApplicationProtocol.Http2 : SslApplicationProtocol.Http11],
        RemoteCertificateValidationCallback = _pin is not null ? _pin.Accepts
            : endpoint.IsForeign ? AcceptsForeign
            : null,
    };

    private bool AcceptsForeign(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        // The user asked for it, and the report says so.
        if (errors == SslPolicyErrors.None || endpoint.Target!.Options.IsInsecure)
        {
            return true;
        }

        _refused = errors;
        return false;
    }
}
