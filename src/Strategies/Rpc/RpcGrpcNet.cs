using System.Diagnostics;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;
using Grpc.Core;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Fetches with the client that Grpc.Tools generates, over Grpc.Net.Client, as most users of gRPC in .NET do.</summary>
/// <remarks>
/// The library reads a message into a buffer from a pool and parses it there, which copies the data once more. It accepts any
/// message up to the limit of its channel, unlike the other clients, which accept one megabyte more than the requested length.
/// </remarks>
public sealed class RpcGrpcNet : IAsyncTransferStrategy, IObservingStrategy
{
    /// <summary>Default of GrpcChannelOptions.MaxReceiveMessageSize, in bytes.</summary>
    internal const int DefaultMostMessage = 4 << 20;

    /// <summary>Longest data within the default limit: five bytes precede it in the message, and five bytes follow it.</summary>
    internal const int LongestDataByDefault = DefaultMostMessage - 10;

    /// <summary>Largest window of SocketsHttpHandler, to which it also grows by itself during a long answer.</summary>
    private const int TunedWindow = 16 << 20;

    /// <summary>Message limit above the length of every message that the server has.</summary>
    private const int TunedMostMessage = (int)RpcContract.LongestData + RpcContract.MostBesidesData;

    /// <summary>Chunk length that stands for a unary call.</summary>
    private const int Unary = 0;

    private readonly SpotCheck _check = new();
    private readonly ConnectionOptions _options;
    private readonly int _chunk;
    private readonly int _mostMessage;
    private readonly bool _isVerifying;
    private GrpcNetClient? _client;

    private RpcGrpcNet(ConnectionOptions options, int chunk, bool isTuned)
    {
        _chunk = chunk;
        _isVerifying = options.Endpoint is HttpEndPoint { IsVerifying: true };
        (_options, _mostMessage) = isTuned ? (Tuned(options), TunedMostMessage) : (options, DefaultMostMessage);
    }

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } =
    [
        Describe("unary", "unary", Unary, isTuned: false) with { AcceptedSizes = new PayloadSizes(0, LongestDataByDefault) },
        Describe("stream-64k", "server streaming, 64 KiB chunks", 64 << 10, isTuned: false),
        Describe("stream-1m", "server streaming, 1 MiB chunks", 1 << 20, isTuned: false),
        Describe("unary", "unary", Unary, isTuned: true),
        Describe("stream-64k", "server streaming, 64 KiB chunks", 64 << 10, isTuned: true),
        Describe("stream-1m", "server streaming, 1 MiB chunks", 1 << 20, isTuned: true),
    ];

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _client = new GrpcNetClient(_options, _mostMessage);
        return _client.OpenAsync(cancellationToken);
    }

    /// <inheritdoc/>
    /// <remarks>Fetches as many bytes as the payload is long; its file is not opened.</remarks>
    /// <exception cref="RpcException">Something else came, or nothing.</exception>
    public ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken)
    {
        GrpcNetClient client = _client
            ?? throw new InvalidOperationException($"{nameof(RpcGrpcNet)} is not connected: call {nameof(ConnectAsync)} first");
        return client.CallAsync(
            payload.Length,
            (service, token) => _chunk == Unary ? FetchAsync(service, payload, token) : FetchStreamAsync(service, payload, token),
            cancellationToken);
    }

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => [Observation.PeakOfThisProcess()];

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _client?.Dispose();
        return ValueTask.CompletedTask;
    }

    private static ConnectionOptions Tuned(ConnectionOptions options) =>
        options with { Http = options.Http with { Http2Window = options.Http.Http2Window ?? TunedWindow } };

    private static StrategyDescriptor Describe(string way, string call, int chunk, bool isTuned)
    {
        string reader = $"net-{way}{(isTuned ? "-tuned" : "")}";
        string limit = chunk == Unary && !isTuned ? ", messages up to 4 MiB" : "";
        string settings = isTuned ? "16 MiB window, messages up to 1 GiB" : $"default settings{limit}";
        return StrategyDescriptor.For(
            $"rpc-grpc-{reader}",
            StrategyFamily.Rpc,
            $"gRPC: Grpc.Net.Client, {call}, {settings}",
            options => new RpcGrpcNet(options, chunk, isTuned)) with
        {
            Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Encoding = "gRPC", Reader = reader },
            SystemCalls = ["recvfrom"],
            Transports = [Transport.Http2, Transport.Https2],
            AcceptedSizes = new PayloadSizes(0, RpcContract.LongestData),
        };
    }

    private async ValueTask<Delivery> FetchAsync(GrpcPayloads.GrpcPayloadsClient client, Payload payload, CancellationToken token)
    {
        using AsyncUnaryCall<FetchResponse> call = client.FetchAsync(RequestFor(payload), cancellationToken: token);
        await call.ResponseHeadersAsync.ConfigureAwait(false);
        long responded = Stopwatch.GetTimestamp();
        FetchResponse response = await call.ResponseAsync.ConfigureAwait(false);
        bool isChecked = IsChecked(payload);
        return FetchedField.Of(response, isChecked).Confirm(payload.Length, isChecked, responded);
    }

    private async ValueTask<Delivery> FetchStreamAsync(GrpcPayloads.GrpcPayloadsClient client, Payload payload, CancellationToken token)
    {
        using AsyncServerStreamingCall<FetchChunk> call = client.FetchStream(RequestFor(payload), cancellationToken: token);
        await call.ResponseHeadersAsync.ConfigureAwait(false);
        long responded = Stopwatch.GetTimestamp();
        bool isChecked = IsChecked(payload);
        FetchedField field = await ChunkReader.ReadAsync(call.ResponseStream, payload.Length, isChecked, token).ConfigureAwait(false);
        return field.Confirm(payload.Length, isChecked, responded);
    }

    private FetchRequest RequestFor(Payload payload) =>
        new() { Length = payload.Length, Compressible = payload.Content == PayloadContent.Text, ChunkLength = _chunk };

    private bool IsChecked(Payload payload) => _isVerifying || _check.IsDue(payload.Length);
}
