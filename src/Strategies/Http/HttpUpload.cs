using System.Net.Http.Headers;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>Base class of uploads through HttpClient: one client, opened once, and one confirming answer per upload.</summary>
public abstract class HttpUpload(ConnectionOptions options) : IAsyncTransferStrategy
{
    private readonly string _resource = HttpResources.UploadOf(options);
    private HttpClientConnection? _connection;

    /// <summary>Transports that HttpClient can use.</summary>
    protected static IReadOnlyList<string> AnyHttp { get; } =
    [
        Transport.Http, Transport.Http2, Transport.Https, Transport.Https2, Transport.HttpDefault,
    ];

    private HttpClientConnection Connection =>
        _connection ?? throw new InvalidOperationException($"{GetType().Name} is not connected: call {nameof(ConnectAsync)} first");

    /// <inheritdoc/>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = new HttpClientConnection(options, inFlight: 1);
        await _connection.OpenAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken)
    {
        // Check the connection before the file is opened, so that the error does not name a missing file instead.
        _ = Connection;
        return UploadAsync(payload, cancellationToken);
    }

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    /// <summary>Opens the file and sends it by <see cref="SendAsync"/>; called once the connection is open.</summary>
    protected abstract ValueTask<Delivery> UploadAsync(Payload payload, CancellationToken cancellationToken);

    /// <summary>Describes a strategy that uploads through HttpClient.</summary>
    protected static StrategyDescriptor Describe<TStrategy>(
        string id,
        string mechanism,
        IReadOnlyList<string> systemCalls,
        Func<ConnectionOptions, TStrategy> create)
        where TStrategy : HttpUpload =>
        StrategyDescriptor.For(id, StrategyFamily.Http, mechanism, create) with { SystemCalls = systemCalls, Transports = AnyHttp };

    /// <summary>Describes the same strategy for the file alone, by PUT and by POST.</summary>
    /// <param name="form">What it is with a form.</param>
    /// <param name="name">The end of its ids.</param>
    /// <param name="mechanism">The calls that move the payload, in a few words.</param>
    /// <param name="create">Makes it.</param>
    private protected static IReadOnlyList<StrategyDescriptor> DescribeAlone<TStrategy>(
        StrategyDescriptor form,
        string name,
        string mechanism,
        Func<ConnectionOptions, UploadForm, TStrategy> create)
        where TStrategy : HttpUpload =>
    [
        Describe($"http-put-{name}", $"PUT: {mechanism}", form.SystemCalls, options => create(options, UploadForm.Put)) with
        {
            Probe = form.Probe,
        },
        Describe($"http-post-{name}", $"POST: {mechanism}", form.SystemCalls, options => create(options, UploadForm.Post)) with
        {
            Probe = form.Probe,
        },
    ];

    /// <summary>Sends a file, alone or as the part of a form, and returns the server's confirmation.</summary>
    /// <exception cref="TransferException">The server did not confirm the upload.</exception>
    private protected ValueTask<Delivery> SendFileAsync(
        HttpContent file,
        UploadForm form,
        Payload payload,
        CancellationToken cancellationToken)
    {
        if (form == UploadForm.Multipart)
        {
            var body = new MultipartFormDataContent { { file, MultipartForm.FieldName, MultipartForm.EscapedName(payload) } };
            return SendAsync(HttpMethod.Post, body, payload, cancellationToken);
        }

        if (form == UploadForm.Put)
        {
            return SendAsync(HttpMethod.Put, file, payload, cancellationToken);
        }

        // Many servers read the body of a POST by its type.
        file.Headers.ContentType = new MediaTypeHeaderValue(UploadBody.TypeOfFile);
        return SendAsync(HttpMethod.Post, file, payload, cancellationToken);
    }

    /// <summary>Sends <paramref name="content"/>, disposes of it and returns the server's confirmation.</summary>
    /// <exception cref="TransferException">The server did not confirm the upload.</exception>
    private protected async ValueTask<Delivery> SendAsync(
        HttpMethod method,
        HttpContent content,
        Payload payload,
        CancellationToken cancellationToken)
    {
        HttpClientConnection connection = Connection;
        using HttpRequestMessage request = connection.Request(method, _resource, content);
        (UploadAnswer answer, long responded) = await connection
            .SendAsync(request, payload, cancellationToken)
            .ConfigureAwait(false);
        return answer.Confirm(responded);
    }
}
