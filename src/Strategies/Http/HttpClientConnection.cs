using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using FileTransfer.Strategies.Access;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>An HttpClient for one server that answers uploads with acknowledgements; owns its connections.</summary>
internal sealed class HttpClientConnection : IDisposable
{
    /// <summary>Minimum throughput of a transfer: a slower one counts as stuck.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private readonly ConnectionOptions _options;
    private readonly HttpEndPoint _endpoint;
    private readonly HttpDialer _dialer;
    private readonly SocketsHttpHandler _handler;
    private readonly HttpClient _client;

    /// <param name="options">The server, and the options of HttpClient.</param>
    /// <param name="inFlight">Maximum number of HTTP/1.1 connections when the options set no limit.</param>
    /// <param name="watch">
    /// Called for every header of a request, and so able to detect that a request is sent twice; null when its content detects that.
    /// </param>
    /// <exception cref="ArgumentException">The endpoint is not an HTTP address.</exception>
    public HttpClientConnection(ConnectionOptions options, int inFlight, HeaderEncodingSelector<HttpRequestMessage>? watch = null)
    {
        _options = options;
        _endpoint = options.Endpoint as HttpEndPoint
            ?? throw new ArgumentException($"{options.Endpoint} is not an HTTP address", nameof(options));
        _dialer = new HttpDialer(options, _endpoint);
        _handler = new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            ConnectTimeout = options.LongestConnect,
            // Close the connection of an abandoned answer instead of reading the answer to its end first.
            MaxResponseDrainSize = 0,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            EnableMultipleHttp2Connections = options.Http.MultipleHttp2Connections,
            ConnectCallback = _dialer.DialAsync,
            RequestHeaderEncodingSelector = watch,
        };
        // Without a limit HttpClient opens a few more connections than requests are in flight: it does not reuse a connection
        // that is still being opened when another connection has already answered the request.
        _handler.MaxConnectionsPerServer = options.Http.MaxConnections
            ?? (_endpoint.Version == HttpVersion.Version11 ? inFlight : _handler.MaxConnectionsPerServer);
        _handler.InitialHttp2StreamWindowSize = options.Http.Http2Window ?? _handler.InitialHttp2StreamWindowSize;
        _client = new HttpClient(_handler)
        {
            BaseAddress = _endpoint.Address,
            DefaultRequestVersion = _endpoint.Version,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            MaxResponseContentBufferSize = ForeignAnswer.MostBytes,
            // Each transfer has its own time limit, which grows with its length.
            Timeout = Timeout.InfiniteTimeSpan,
        };
        if (options.Token is { } token)
        {
            _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(TokenHandler.Scheme, token);
        }
    }

    /// <summary>The handler that sends the requests, for libraries that make requests themselves; this connection owns it.</summary>
    public HttpMessageHandler Handler => _options.Token is null ? _handler : new TokenHandler(_options.Token, _handler);

    /// <summary>
    /// Opens the first connection, TLS included, with a request that the server does not count. That of a server of another make is opened
    /// by the first transfer, because every request there is one.
    /// </summary>
    /// <exception cref="TransferException">The server cannot be reached, or is not the expected one.</exception>
    public async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        if (_endpoint.IsForeign)
        {
            return;
        }

        using HttpRequestMessage hello = Request(HttpMethod.Get, HttpResources.Hello, content: null);
        using CancellationTokenSource limit = Limit(_options.LongestConnect, cancellationToken);
        try
        {
            using HttpResponseMessage response = await _client.SendAsync(hello, limit.Token).ConfigureAwait(false);
            if (response.StatusCode != HttpStatusCode.NoContent)
            {
                string reason = response.StatusCode == HttpStatusCode.Unauthorized
                    ? $"it asks for a token, or for another one than that of {TokenVariable.Name}"
                    : "is it a FileTransfer server?";
                throw new TransferException(
                    TransferErrorKind.ConnectFailed,
                    $"{_endpoint} answered {(int)response.StatusCode}: {reason}");
            }
        }
        catch (Exception exception) when (IsConnectionError(exception))
        {
            throw Explain(exception, limit, cancellationToken);
        }
    }

    /// <summary>Makes a request for a resource of the server, in the HTTP version of the endpoint.</summary>
    public HttpRequestMessage Request(HttpMethod method, string resource, HttpContent? content)
    {
        Uri address = _endpoint.Resource(resource);
        HttpRequestMessage request = content is null
            ? new RequestSentOnce(method, address, _endpoint.Host)
            : new HttpRequestMessage(method, address) { Content = content };
        request.Version = _endpoint.Version;
        request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        _endpoint.Target?.AddHeaders(request);
        return request;
    }

    /// <summary>Sends a request and reads the answer to its end.</summary>
    /// <remarks>
    /// HttpClient does not report when the last send returned. The time at which the head of the answer arrived is used instead.
    /// </remarks>
    /// <exception cref="TransferException">The answer is not status 200 with an acknowledgement.</exception>
    public ValueTask<(UploadAnswer Answer, long Responded)> SendAsync(
        HttpRequestMessage request, long length, CancellationToken cancellationToken) =>
        SendAsync(request, length, ReadAnswerAsync, cancellationToken);

    /// <summary>The same for a file, which may go to a server of another make.</summary>
    /// <exception cref="TransferException">The server has not confirmed it, or not accepted it.</exception>
    public ValueTask<(UploadAnswer Answer, long Responded)> SendAsync(
        HttpRequestMessage request, Payload payload, CancellationToken cancellationToken) =>
        _endpoint.Target is { } target
            ? SendAsync(
                request, payload.Length, (response, token) => ReadAnswerAsync(target, response, payload, token), cancellationToken)
            : SendAsync(request, payload.Length, cancellationToken);

    /// <summary>
    /// Sends a request and calls <paramref name="read"/> for the answer when its head has arrived. Converts errors of the connection
    /// to a TransferException.
    /// </summary>
    /// <param name="request">The request.</param>
    /// <param name="length">Bytes to transfer in either direction; the time limit grows with them.</param>
    /// <param name="read">Reads the answer, within the limit of its token.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <exception cref="TransferException">
    /// The connection was lost, no answer arrived in time, or one of the connections so far could not be opened.
    /// </exception>
    public async ValueTask<T> SendAsync<T>(
        HttpRequestMessage request,
        long length,
        Func<HttpResponseMessage, CancellationToken, ValueTask<T>> read,
        CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = Limit(LimitOf(length), cancellationToken);
        try
        {
            using HttpResponseMessage response = await _client
                .SendAsync(request, HttpCompletionOption.ResponseHeadersRead, limit.Token)
                .ConfigureAwait(false);
            T answer = await read(response, limit.Token).ConfigureAwait(false);
            _dialer.ThrowIfFailed();
            return answer;
        }
        catch (Exception exception) when (IsConnectionError(exception))
        {
            throw Explain(exception, limit, cancellationToken, request.Method == HttpMethod.Get ? HintFor(length) : "");
        }
    }

    /// <summary>Makes a call through <see cref="Handler"/>; what the connection does wrong is put into words.</summary>
    /// <param name="length">Bytes that go either way, which the time limit grows with.</param>
    /// <param name="call">Makes the call and reads the answer, within the limit of its token.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <exception cref="TransferException">
    /// The connection was lost, nothing came in time, or one of the connections so far could not be opened.
    /// </exception>
    public async ValueTask<T> CallAsync<T>(
        long length,
        Func<CancellationToken, ValueTask<T>> call,
        CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = Limit(LimitOf(length), cancellationToken);
        try
        {
            T answer = await call(limit.Token).ConfigureAwait(false);
            _dialer.ThrowIfFailed();
            return answer;
        }
        catch (Exception exception) when (IsConnectionError(exception))
        {
            throw Explain(exception, limit, cancellationToken, HintFor(length));
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private static async ValueTask<(UploadAnswer Answer, long Responded)> ReadAnswerAsync(
        HttpResponseMessage response,
        CancellationToken cancellationToken)
    {
        long responded = Stopwatch.GetTimestamp();
        byte[] body = await AnswerBody.ReadAsync(response.Content, UploadAnswer.MostBytes, cancellationToken).ConfigureAwait(false);
        return response.StatusCode == HttpStatusCode.OK
            ? (UploadAnswer.Read(body), responded)
            : throw UploadAnswer.Refused((int)response.StatusCode, body);
    }

    private static async ValueTask<(UploadAnswer Answer, long Responded)> ReadAnswerAsync(
        UrlTarget target,
        HttpResponseMessage response,
        Payload payload,
        CancellationToken cancellationToken)
    {
        long responded = Stopwatch.GetTimestamp();
        byte[] body = await AnswerBody.ReadAsync(response.Content, ForeignAnswer.MostBytes, cancellationToken).ConfigureAwait(false);
        return (ForeignAnswer.Read(target, (int)response.StatusCode, body, payload), responded);
    }

    private static bool IsConnectionError(Exception exception) =>
        exception is HttpRequestException or IOException or SocketException or OperationCanceledException or ObjectDisposedException;

    private static CancellationTokenSource Limit(TimeSpan time, CancellationToken cancellationToken)
    {
        var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(time);
        return limit;
    }

    /// <summary>
    /// What else an answer that never comes may mean. Kestrel loses one in tens of thousands where answers are longer than the client's
    /// window: https://github.com/dotnet/aspnetcore/issues/53736.
    /// </summary>
    private string HintFor(long length) =>
        _endpoint.Version == HttpVersion.Version20 && _options.Http.Http2Window is null && length > _handler.InitialHttp2StreamWindowSize
            ? "; over HTTP/2 Kestrel loses an answer now and then that is longer than the client's window: try --http2-window 16M"
            : "";

    private TimeSpan LimitOf(long length) => _options.Timeout + TimeSpan.FromSeconds(length / SlowestBytesPerSecond);

    /// <summary>
    /// Converts an exception of HttpClient to a TransferException; a requested cancellation stays an OperationCanceledException.
    /// </summary>
    private Exception Explain(Exception exception, CancellationTokenSource limit, CancellationToken cancellationToken, string hint = "")
    {
        for (Exception? cause = exception; cause is not null; cause = cause.InnerException)
        {
            if (cause is TransferException known)
            {
                return known;
            }
        }

        if (exception is OperationCanceledException && cancellationToken.IsCancellationRequested)
        {
            return exception;
        }

        // HttpClient also cancels requests itself, when their connection ends.
        if (exception is OperationCanceledException && (limit.IsCancellationRequested || exception.InnerException is TimeoutException))
        {
            return new TransferException(
                TransferErrorKind.TimedOut,
                $"no answer from {_endpoint} in time: the server is stuck, or waits for bytes that were not sent{hint}",
                exception);
        }

        return exception is HttpRequestException
        {
            HttpRequestError: HttpRequestError.ConnectionError
                or HttpRequestError.SecureConnectionError
                or HttpRequestError.NameResolutionError
                or HttpRequestError.VersionNegotiationError,
        }
            ? _dialer.Failed(Reason(exception), exception)
            : new TransferException(TransferErrorKind.ConnectionLost, $"connection lost: {Reason(exception)}", exception);
    }

    /// <summary>
    /// The exception's message with that of its cause: HttpClient's own message says little more than that a request failed.
    /// </summary>
    private static string Reason(Exception exception) =>
        exception.InnerException is { } inner && !exception.Message.Contains(inner.Message, StringComparison.Ordinal)
            ? $"{exception.Message.TrimEnd('.')}: {inner.Message}"
            : exception.Message;
}
