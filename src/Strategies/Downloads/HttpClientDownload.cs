using System.Diagnostics;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Downloads;

/// <summary>Base class of downloads through HttpClient: one client, one connection, opened once; the file is discarded.</summary>
public abstract class HttpClientDownload : IAsyncTransferStrategy
{
    private readonly SpotCheck _check = new();
    private readonly ConnectionOptions _options;
    private readonly ServingWay? _way;
    private readonly UrlTarget? _target;
    private readonly bool _isVerifying;
    private HttpClientConnection? _connection;

    private protected HttpClientDownload(ConnectionOptions options, ServingWay? way)
    {
        _way = way;
        // The server is not told which responses are verified.
        (_options, _isVerifying) = options.Endpoint is HttpEndPoint { IsVerifying: true } endpoint
            ? (options with { Endpoint = Unverified(endpoint) }, true)
            : (options, false);
        _target = (options.Endpoint as HttpEndPoint)?.Target;
    }

    /// <inheritdoc/>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = new HttpClientConnection(_options, inFlight: 1, RequestSentOnce.Begin);
        await _connection.OpenAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    /// <remarks>Fetches the file of the payload's name, which must have the payload's length; it is not opened here.</remarks>
    public async ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken)
    {
        HttpClientConnection connection = _connection
            ?? throw new InvalidOperationException($"{GetType().Name} is not connected: call {nameof(ConnectAsync)} first");
        string path = _way?.PathOf(Path.GetFileName(payload.Path)) ?? "";
        using HttpRequestMessage request = connection.Request(HttpMethod.Get, path, content: null);
        return await connection
            .SendAsync(request, payload.Length, (response, token) => ReadAsync(response, payload.Length, token), cancellationToken)
            .ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    /// <summary>Describes a client of a way of serving.</summary>
    private protected static StrategyDescriptor Describe<TStrategy>(
        ServingWay way,
        string reader,
        string mechanism,
        Func<ConnectionOptions, TStrategy> create)
        where TStrategy : HttpClientDownload =>
        StrategyDescriptor.For($"serve-{way.Name}-{reader}", StrategyFamily.Downloads, $"{way.Mechanism}; read by {mechanism}", create) with
        {
            Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Serving = way.Name, Reader = reader },
            SystemCalls = ["recvfrom"],
            Transports = way.Transports,
            Probe = way.Probe,
        };

    /// <summary>Describes a client of any address.</summary>
    private protected static StrategyDescriptor Describe<TStrategy>(
        string reader, string mechanism, Func<ConnectionOptions, TStrategy> create)
        where TStrategy : HttpClientDownload =>
        StrategyDescriptor.For(reader, StrategyFamily.Downloads, $"GET, read by {mechanism}", create) with
        {
            Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Reader = reader },
            SystemCalls = ["recvfrom"],
            Transports = [Transport.Http, Transport.Http2, Transport.Https, Transport.Https2],
        };

    /// <summary>Reads the body to its end, and hands every byte to <paramref name="file"/>.</summary>
    private protected abstract ValueTask DiscardAsync(HttpContent content, FileSink file, CancellationToken cancellationToken);

    /// <summary>Reads a response to a request for a file of so many bytes.</summary>
    /// <exception cref="TransferException">It is not the file.</exception>
    internal async ValueTask<Delivery> ReadAsync(HttpResponseMessage response, long length, CancellationToken cancellationToken)
    {
        long responded = Stopwatch.GetTimestamp();
        int status = (int)response.StatusCode;
        string reason = DownloadAnswer.HasReason(status)
            ? await ReadReasonAsync(response.Content, cancellationToken).ConfigureAwait(false)
            : "";
        DownloadAnswer.ThrowUnlessWhole(status, reason, response.Headers.Location?.OriginalString ?? "", _target);
        System.Net.Http.Headers.HttpContentHeaders headers = response.Content.Headers;
        DownloadAnswer.ThrowUnlessPlain(
            headers.ContentLength,
            string.Join(", ", headers.ContentEncoding),
            headers.ContentRange?.ToString() ?? "",
            length,
            _target);
        using var file = new FileSink(length, _isVerifying || _check.IsDue(length));
        await DiscardAsync(response.Content, file, cancellationToken).ConfigureAwait(false);
        return file.Confirm(responded);
    }

    private static HttpEndPoint Unverified(HttpEndPoint endpoint) =>
        new(endpoint.Address, endpoint.Version) { CertificateSha256 = endpoint.CertificateSha256, Target = endpoint.Target };

    private static async ValueTask<string> ReadReasonAsync(HttpContent content, CancellationToken cancellationToken)
    {
        byte[] body = new byte[DownloadAnswer.MostOfRefusal];
        using Stream stream = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        int count = await stream.ReadAtLeastAsync(body, body.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
        return System.Text.Encoding.UTF8.GetString(body, 0, count);
    }
}
