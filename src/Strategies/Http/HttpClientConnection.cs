using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Http;

/// <summary>An HttpClient for one server, whose answers are acknowledgements; owns its connections.</summary>
internal sealed class HttpClientConnection : IDisposable
{
    /// <summary>Slowest link a transfer is allowed to be on, before it counts as stuck.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private readonly ConnectionOptions _options;
    private readonly HttpEndPoint _endpoint;
    private readonly CertificatePin? _pin;
    private readonly HttpClient _client;
    private int _failedDials;

    /// <param name="options">The server, and the options of HttpClient.</param>
    /// <param name="inFlight">Most connections of HTTP/1.1 that will be needed, where the options set no limit.</param>
    /// <exception cref="ArgumentException">The endpoint is not spoken to in HTTP.</exception>
    public HttpClientConnection(ConnectionOptions options, int inFlight)
    {
        _options = options;
        _endpoint = options.Endpoint as HttpEndPoint
            ?? throw new ArgumentException($"{options.Endpoint} is no HTTP address", nameof(options));
        _pin = _endpoint.CertificateSha256 is { } sha256 ? new CertificatePin(sha256) : null;
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            ConnectTimeout = options.Timeout,
            // Whoever gives an answer up wants its connection closed, and not read to the end first.
            MaxResponseDrainSize = 0,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            EnableMultipleHttp2Connections = options.Http.MultipleHttp2Connections,
            ConnectCallback = DialAsync,
        };
        // Without a limit HttpClient opens a few more than are in flight: what it still dials when the request in question has
        // been answered over another connection, it does not count upon for the next one.
        handler.MaxConnectionsPerServer = options.Http.MaxConnections
            ?? (_endpoint.Version == HttpVersion.Version11 ? inFlight : handler.MaxConnectionsPerServer);
        handler.InitialHttp2StreamWindowSize = options.Http.Http2Window ?? handler.InitialHttp2StreamWindowSize;
        if (_pin is { } pin)
        {
            handler.SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = pin.Accepts };
        }

        _client = new HttpClient(handler)
        {
            BaseAddress = _endpoint.Address,
            DefaultRequestVersion = _endpoint.Version,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            MaxResponseContentBufferSize = UploadAnswer.MostBytes,
            // Each transfer has a limit of its own, which grows with its length.
            Timeout = Timeout.InfiniteTimeSpan,
        };
    }

    /// <summary>Opens the first connection, TLS included, by a request that counts for nothing.</summary>
    /// <exception cref="TransferException">The server cannot be reached, or is another one.</exception>
    public async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        using HttpRequestMessage hello = Request(HttpMethod.Get, HttpResources.Hello, content: null);
        using CancellationTokenSource limit = Limit(0, cancellationToken);
        try
        {
            using HttpResponseMessage response = await _client.SendAsync(hello, limit.Token).ConfigureAwait(false);
            if (response.StatusCode != HttpStatusCode.NoContent)
            {
                throw new TransferException(TransferErrorKind.ConnectFailed, $"{_endpoint} answered {(int)response.StatusCode}: is it a FileTransfer server?");
            }
        }
        catch (Exception exception) when (IsOfTheConnection(exception))
        {
            throw Explain(exception, cancellationToken);
        }
    }

    /// <summary>Makes a request for a resource of the server, in the version that was asked for.</summary>
    public HttpRequestMessage Request(HttpMethod method, string resource, HttpContent? content) => new(method, _endpoint.Resource(resource))
    {
        Content = content,
        Version = _endpoint.Version,
        VersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    /// <summary>Sends a request and reads the answer to its end.</summary>
    /// <remarks>HttpClient does not tell when the last send returned: what is kept instead is when the head of the answer had come.</remarks>
    /// <exception cref="TransferException">Anything but status 200 with an acknowledgement came back.</exception>
    public ValueTask<(UploadAnswer Answer, long Responded)> SendAsync(HttpRequestMessage request, long length, CancellationToken cancellationToken) =>
        SendAsync(request, length, ReadAnswerAsync, cancellationToken);

    /// <summary>Sends a request and has the answer read, of which only the head has come; what the connection does wrong is put into words.</summary>
    /// <param name="request">The request.</param>
    /// <param name="length">Bytes that go either way, which the time limit grows with.</param>
    /// <param name="read">Reads the answer, within the limit of its token.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <exception cref="TransferException">The connection was lost, or nothing came in time.</exception>
    public async ValueTask<T> SendAsync<T>(HttpRequestMessage request, long length, Func<HttpResponseMessage, CancellationToken, ValueTask<T>> read, CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = Limit(length, cancellationToken);
        try
        {
            using HttpResponseMessage response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, limit.Token).ConfigureAwait(false);
            return await read(response, limit.Token).ConfigureAwait(false);
        }
        catch (Exception exception) when (IsOfTheConnection(exception))
        {
            throw Explain(exception, cancellationToken);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private static async ValueTask<(UploadAnswer Answer, long Responded)> ReadAnswerAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        long responded = Stopwatch.GetTimestamp();
        byte[] body = await response.Content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false);
        return response.StatusCode == HttpStatusCode.OK
            ? (UploadAnswer.Read(body), responded)
            : throw UploadAnswer.Refused((int)response.StatusCode, body);
    }

    private static bool IsOfTheConnection(Exception exception) =>
        exception is HttpRequestException or IOException or SocketException or OperationCanceledException or ObjectDisposedException;

    private async ValueTask<Stream> DialAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        // Of one family alone where the host is an address, as most programs' sockets are.
        EndPoint target = IPAddress.TryParse(context.DnsEndPoint.Host, out IPAddress? address) ? new IPEndPoint(address, context.DnsEndPoint.Port) : context.DnsEndPoint;
        Socket socket = address is null ? new Socket(SocketType.Stream, ProtocolType.Tcp) : new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            SocketTuning.Apply(socket, _options);
            await socket.ConnectAsync(target, cancellationToken).ConfigureAwait(false);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            Interlocked.Increment(ref _failedDials);
            socket.Dispose();
            throw;
        }
    }

    private CancellationTokenSource Limit(long length, CancellationToken cancellationToken)
    {
        var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(_options.Timeout + TimeSpan.FromSeconds(length / SlowestBytesPerSecond));
        return limit;
    }

    /// <summary>Puts what went wrong into words; a cancellation that was asked for stays one.</summary>
    private Exception Explain(Exception exception, CancellationToken cancellationToken)
    {
        for (Exception? cause = exception; cause is not null; cause = cause.InnerException)
        {
            if (cause is TransferException known)
            {
                return known;
            }
        }

        if (exception is OperationCanceledException)
        {
            return cancellationToken.IsCancellationRequested
                ? exception
                : new TransferException(TransferErrorKind.TimedOut, $"no answer from {_endpoint} in time: the server is stuck, or waits for bytes that were not sent", exception);
        }

        if (_pin?.Refused is not null)
        {
            return new TransferException(TransferErrorKind.ConnectFailed, $"cannot connect to {_endpoint}: {_pin.Explanation}", exception);
        }

        return exception is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.SecureConnectionError or HttpRequestError.NameResolutionError or HttpRequestError.VersionNegotiationError }
            ? new TransferException(
                TransferErrorKind.ConnectFailed,
                string.Create(CultureInfo.InvariantCulture, $"cannot connect to {_endpoint}: {Reason(exception)}; {Volatile.Read(ref _failedDials)} of this sender's connections could not be opened. Is the server running there, and has the process descriptors left (ulimit -n)?"),
                exception)
            : new TransferException(TransferErrorKind.ConnectionLost, $"connection lost: {Reason(exception)}", exception);
    }

    /// <summary>HttpClient's own message says little more than that a request failed.</summary>
    private static string Reason(Exception exception) =>
        exception.InnerException is { } inner && !exception.Message.Contains(inner.Message, StringComparison.Ordinal)
            ? $"{exception.Message.TrimEnd('.')}: {inner.Message}"
            : exception.Message;
}
