using System.Globalization;
using System.Net.Http.Headers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Sends requests without a body, with a body, or with a body and a hundred headers, one after another or several in flight.
/// </summary>
/// <remarks>Makes a new request, body and headers for every call, before its clock starts.</remarks>
public sealed class HttpRequests(ConnectionOptions options, HttpRequestKind kind, int inFlight) : IConcurrentTransferStrategy
{
    private HttpClientConnection? _connection;

    /// <summary>Descriptors of every kind with 1, 2 and 32 requests in flight.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } =
    [
        .. from kind in Enum.GetValues<HttpRequestKind>()
           from inFlight in (int[])[1, 2, 32]
           select Describe(kind, inFlight),
    ];

    /// <inheritdoc/>
    public int InFlight => inFlight;

    /// <inheritdoc/>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = new HttpClientConnection(options, inFlight, kind == HttpRequestKind.None ? RequestSentOnce.Begin : null);
        await _connection.OpenAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public IPreparedTransfer Prepare(Payload payload)
    {
        HttpClientConnection connection = _connection
            ?? throw new InvalidOperationException($"{nameof(HttpRequests)} is not connected: call {nameof(ConnectAsync)} first");
        HttpRequestMessage request = kind == HttpRequestKind.None
            ? connection.Request(HttpMethod.Get, HttpResources.Request, content: null)
            : connection.Request(HttpMethod.Post, HttpResources.Request, Body(payload));
        int headers = kind == HttpRequestKind.Headers ? HttpResources.RandomHeaderCount : 0;
        for (int i = 0; i < headers; i++)
        {
            // Two names of a hundred random letters are never the same.
            request.Headers.TryAddWithoutValidation(RandomLetters(), RandomLetters());
        }

        return new PreparedRequest(connection, request, headers);
    }

    /// <inheritdoc/>
    public async ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken)
    {
        using IPreparedTransfer prepared = Prepare(payload);
        return await prepared.SendAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        return ValueTask.CompletedTask;
    }

    private static StrategyDescriptor Describe(HttpRequestKind kind, int inFlight)
    {
        string request = kind switch
        {
            HttpRequestKind.None => "GET without a body",
            HttpRequestKind.Body => "POST of ByteArrayContent",
            _ => string.Create(CultureInfo.InvariantCulture, $"POST of ByteArrayContent with {HttpResources.RandomHeaderCount} headers"),
        };
        return StrategyDescriptor.For(
            string.Create(CultureInfo.InvariantCulture, $"http-{kind.ToString().ToLowerInvariant()}-{inFlight}"),
            StrategyFamily.Http,
            string.Create(
                CultureInfo.InvariantCulture,
                $"HttpClient.SendAsync, {request}, {(inFlight == 1 ? "one after another" : $"{inFlight} in flight")}"),
            options => new HttpRequests(options, kind, inFlight)) with
        {
            SystemCalls = ["sendto"],
            Transports = [Transport.Http, Transport.Http2, Transport.Https, Transport.Https2, Transport.HttpDefault],
            Dimensions = StrategyDimensions.Send with { Request = kind.ToString().ToLowerInvariant(), InFlight = inFlight },
            AcceptedSizes = kind == HttpRequestKind.None ? new PayloadSizes(0, 0) : new PayloadSizes(1, long.MaxValue),
        };
    }

    private static BytesSentOnce Body(Payload payload)
    {
        byte[] bytes;
        try
        {
            bytes = File.ReadAllBytes(payload.Path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw PayloadFile.Unreadable(payload, exception.Message, exception);
        }

        var body = new BytesSentOnce(bytes);
        body.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        return body;
    }

    private static string RandomLetters() => Random.Shared.GetString("ABCDEFGHIJKLMNOPQRSTUVWXYZ", HttpResources.RandomHeaderLength);

    private sealed class PreparedRequest(HttpClientConnection connection, HttpRequestMessage request, int headers) : IPreparedTransfer
    {
        public async ValueTask<Delivery> SendAsync(CancellationToken cancellationToken)
        {
            (UploadAnswer answer, long responded) = await connection
                .SendAsync(request, request.Content?.Headers.ContentLength ?? 0, cancellationToken)
                .ConfigureAwait(false);
            return answer.Headers == headers
                ? answer.Confirm(responded)
                : throw new TransferException(
                    TransferErrorKind.Mismatch,
                    $"the server counted {answer.Headers?.ToString(CultureInfo.InvariantCulture) ?? "no"} "
                    + $"headers of the {headers} that were sent");
        }

        public void Dispose() => request.Dispose();
    }
}
