using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Access;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Senders.Servers;

/// <summary>Client of a server's control endpoint.</summary>
internal sealed class ControlClient : IControl
{
    /// <summary>A server short of CPU time can take seconds to answer; a missing server is detected when connecting.</summary>
    private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan s_connectTimeout = TimeSpan.FromSeconds(10);

    private readonly OwnShare _share = new();
    private readonly HttpClient _http;
    private readonly Uri _address;

    /// <summary>A client of the control endpoint at <paramref name="address"/>; connects with the first request.</summary>
    public ControlClient(Uri address)
        : this(address, s_timeout)
    {
    }

    /// <summary>The same, with another limit for each answer: at a barrier others are waited for.</summary>
    public ControlClient(Uri address, TimeSpan timeout)
    {
        _address = address;
        _http = new HttpClient(new SocketsHttpHandler { UseProxy = false, ConnectTimeout = s_connectTimeout })
        {
            BaseAddress = address,
            Timeout = timeout,
        };
        // The server answers no request for another name, so that no page of another site can read what it tells; an alias or a name of
        // the network is one of those names.
        _http.DefaultRequestHeaders.Host = "localhost";
        if (TokenVariable.Value is { } token)
        {
            _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        }
    }

    /// <summary>Addresses of the receivers.</summary>
    /// <exception cref="ServerException">No server answers there, or its answer is not that of a FileTransfer server.</exception>
    public async Task<ServerReady> GetEndpointsAsync(CancellationToken cancellationToken)
    {
        ServerReady ready = await GetAsync("/endpoints", ServerJson.Default.ServerReady, cancellationToken);
        return ready.Ready && ready.Endpoints is { Count: > 0 } ? ready : throw NotAServer("it lists no endpoints");
    }

    /// <summary>
    /// Statistics of the receivers, without what they counted between <see cref="LeaveAsync"/> and <see cref="ReturnAsync"/>.
    /// </summary>
    /// <exception cref="ServerException">No server answers there, or its answer is not that of a FileTransfer server.</exception>
    public async Task<ServerStats> GetStatsAsync(CancellationToken cancellationToken) =>
        _share.Of(await GetAllStatsAsync(cancellationToken));

    /// <summary>
    /// Checks that a receiver made in the frames after number <paramref name="frame"/>, without those of others, as in
    /// <see cref="GetStatsAsync"/>.
    /// </summary>
    /// <exception cref="ServerException">No server answers there, or its answer is not that of a FileTransfer server.</exception>
    public async Task<ReceiverChecks> GetChecksAsync(string kind, long frame, CancellationToken cancellationToken) => _share.Of(
        kind,
        await GetAsync(
            string.Create(CultureInfo.InvariantCulture, $"/checks?receiver={kind}&after={_share.NumberAtServer(kind, frame)}"),
            ServerJson.Default.ReceiverChecks,
            cancellationToken));

    /// <inheritdoc/>
    async Task<ServerStats?> IControl.FindStatsAsync(CancellationToken cancellationToken) => await GetStatsAsync(cancellationToken);

    /// <inheritdoc/>
    async Task<ReceiverChecks?> IControl.FindChecksAsync(string kind, long frame, CancellationToken cancellationToken) =>
        await GetChecksAsync(kind, frame, cancellationToken);

    /// <summary>Other senders use the server from now on: what it counts is not this one's, until <see cref="ReturnAsync"/>.</summary>
    /// <exception cref="ServerException">No server answers there, or its answer is not that of a FileTransfer server.</exception>
    public async Task LeaveAsync(CancellationToken cancellationToken) => _share.Leave(await GetAllStatsAsync(cancellationToken));

    /// <summary>The others are done.</summary>
    /// <exception cref="ServerException">No server answers there, or its answer is not that of a FileTransfer server.</exception>
    public async Task ReturnAsync(CancellationToken cancellationToken) => _share.Return(await GetAllStatsAsync(cancellationToken));

    /// <summary>Environment of the server.</summary>
    /// <exception cref="ServerException">No server answers there, or its answer is not that of a FileTransfer server.</exception>
    public Task<ServerEnvironment> GetEnvironmentAsync(CancellationToken cancellationToken) =>
        GetAsync("/environment", ServerJson.Default.ServerEnvironment, cancellationToken);

    /// <summary>Waits at a barrier until as many parties have come as are expected.</summary>
    /// <param name="name">Name of the barrier.</param>
    /// <param name="parties">Number of parties.</param>
    /// <param name="frames">Frames that this party delivered.</param>
    /// <param name="bytes">Bytes that this party delivered.</param>
    /// <param name="wait">Longest wait, in seconds.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="ServerException">The others did not come, no server answers there, or it has no barriers.</exception>
    public async Task<BarrierAnswer> MeetAsync(
        string name, int parties, long frames, long bytes, int wait, CancellationToken cancellationToken)
    {
        string path = string.Create(
            CultureInfo.InvariantCulture,
            $"/barrier/{name}?parties={parties}&frames={frames}&bytes={bytes}&wait={wait}");
        try
        {
            using HttpResponseMessage response = await _http.PostAsync(path, content: null, cancellationToken);
            if (response.StatusCode is HttpStatusCode.RequestTimeout or HttpStatusCode.Conflict or HttpStatusCode.BadRequest
                or HttpStatusCode.ServiceUnavailable)
            {
                throw new ServerException(
                    $"barrier '{name}' at {_address}: {await response.Content.ReadAsStringAsync(cancellationToken)}");
            }

            response.EnsureSuccessStatusCode();
            return await response.Content.ReadFromJsonAsync(ServerJson.Default.BarrierAnswer, cancellationToken)
                ?? throw NotAServer("the barrier answered null");
        }
        catch (Exception exception) when (Explain(exception, "/barrier", cancellationToken) is { } explained)
        {
            throw explained;
        }
    }

    /// <inheritdoc/>
    public async Task<EndPoint> FindEndpointAsync(string transport, bool isVerifying, CancellationToken cancellationToken)
    {
        ServerReady ready = await GetEndpointsAsync(cancellationToken);
        if (!ReceiverAddress.TryFind(ready, transport, isVerifying, out EndPoint? address))
        {
            string kind = ReceiverAddress.KindOf(transport, isVerifying);
            string reason = ready.Missing?.GetValueOrDefault(kind) is { } why ? $" ({why})" : "";
            throw new ServerException(
                $"the server at {_address} has no receiver '{kind}'{reason}; "
                + $"it has: {string.Join(", ", ready.Endpoints.Keys.Order(StringComparer.Ordinal))}");
        }

        return ReceiverAddress.ListensEverywhere(address)
            ? ReceiverAddress.At(address, await ResolveHostAsync(cancellationToken))
            : address;
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private Task<ServerStats> GetAllStatsAsync(CancellationToken cancellationToken) =>
        GetAsync("/stats", ServerJson.Default.ServerStats, cancellationToken);

    private async Task<T> GetAsync<T>(string path, JsonTypeInfo<T> type, CancellationToken cancellationToken)
    {
        try
        {
            return await _http.GetFromJsonAsync(path, type, cancellationToken)
                ?? throw NotAServer($"{path} answered null");
        }
        catch (Exception exception) when (Explain(exception, path, cancellationToken) is { } explained)
        {
            throw explained;
        }
    }

    /// <summary>What a failed request means to the user; null for other exceptions, and when the caller cancelled it.</summary>
    private ServerException? Explain(Exception exception, string path, CancellationToken cancellationToken) => exception switch
    {
        HttpRequestException { StatusCode: HttpStatusCode.Unauthorized } => new ServerException(
            $"the server at {_address} asks for a token, or for another one; set {TokenVariable.Name}"),
        HttpRequestException { StatusCode: { } status } => NotAServer($"{path} answered {(int)status}"),
        JsonException or NotSupportedException => NotAServer($"{path} did not answer with the expected JSON"),
        HttpRequestException { HttpRequestError: HttpRequestError.InvalidResponse or HttpRequestError.ResponseEnded } =>
            NotAServer("its answer is not HTTP"),
        HttpRequestException => new ServerException(
            $"no server answers at {_address}: {exception.Message}; start one with 'serve' and give its control address"),
        OperationCanceledException when !cancellationToken.IsCancellationRequested => new ServerException(
            $"no answer from {_address} in time; check that it is the control address that 'serve' printed, and that this machine "
            + "can reach it"),
        _ => null,
    };

    private ServerException NotAServer(string reason) =>
        new($"the program at {_address} is not a FileTransfer server: {reason}; give the control address that 'serve' printed");

    private async Task<IPAddress> ResolveHostAsync(CancellationToken cancellationToken)
    {
        IPAddress[] addresses = await Dns.GetHostAddressesAsync(_address.DnsSafeHost, cancellationToken);
        return addresses[0];
    }
}
