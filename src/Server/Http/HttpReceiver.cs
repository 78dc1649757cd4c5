using System.Diagnostics.Metrics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Downloads;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Rpc;
using FileTransfer.Server.Storing;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace FileTransfer.Server.Http;

/// <summary>Files over HTTP, by a Kestrel of its own, so that connections and requests are counted for it alone.</summary>
internal sealed class HttpReceiver : IReceiver
{
    private const int MaximumHeaders = 1000;
    private const int MaximumHeaderBytes = 256 << 10;
    private const int MaximumRequestBuffer = 4 << 20;
    private const int MaximumResponseBuffer = 1 << 20;
    private const int Window = 4 << 20;
    private const int FrameSize = 256 << 10;
    private const int MaximumStreams = 100;
    /// <summary>Kestrel takes no shorter grace than its heartbeat of a second.</summary>
    private static readonly TimeSpan s_leastGrace = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan s_pingAfter = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan s_pingLimit = TimeSpan.FromSeconds(20);

    private readonly WebApplication _application;
    private readonly ReceiverCounters _counters;
    private readonly HttpConnections _connections;
    private readonly ConnectionEndings _endings;
    private readonly TimeSpan _grace;

    private HttpReceiver(
        string kind,
        WebApplication application,
        ReceiverCounters counters,
        HttpConnections connections,
        ConnectionEndings endings,
        TimeSpan grace)
    {
        _connections = connections;
        _endings = endings;
        _grace = grace;
        Kind = kind;
        _application = application;
        _counters = counters;
        Endpoint = application.Services
            .GetRequiredService<IServer>().Features
            .GetRequiredFeature<IServerAddressesFeature>().Addresses
            .First();
    }

    /// <inheritdoc/>
    public string Kind { get; }

    /// <inheritdoc/>
    public string Endpoint { get; }

    /// <inheritdoc/>
    public ReceiverStats Stats => _counters.Snapshot();

    /// <inheritdoc/>
    public ReceiverChecks ChecksAfter(long frame) => _counters.ChecksAfter(frame);

    /// <summary>Listens at once.</summary>
    /// <param name="kind">Name under which it is listed.</param>
    /// <param name="endpoint">Address and port.</param>
    /// <param name="protocols">Versions of HTTP it speaks.</param>
    /// <param name="certificate">Certificate to show, or null for no TLS; stays the caller's.</param>
    /// <param name="isTuned">False leaves Kestrel's memory and buffers as they come.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="messages">Messages that are fetched, which the receivers of a server share; stays the caller's.</param>
    /// <param name="usesFileSender">True to let files leave beneath Kestrel; not with TLS.</param>
    /// <exception cref="IOException">The port is taken or may not be used.</exception>
    /// <exception cref="Strategies.Contracts.TransferException">The congestion control is not to be had.</exception>
    internal static HttpReceiver Start(
        string kind,
        IPEndPoint endpoint,
        HttpProtocols protocols,
        X509Certificate2? certificate,
        bool isTuned,
        ServerOptions options,
        MessageStore messages,
        bool usesFileSender = false)
    {
        var counters = new ReceiverCounters();
        var log = new ConnectionLog(kind, options);
        var connections = new HttpConnections(options, counters, log);
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost
            .UseKestrelCore()
            .UseKestrelHttpsConfiguration()
            .UseSockets(sockets => Configure(sockets, isTuned, options))
            .ConfigureKestrel(kestrel =>
            {
                Limit(kestrel.Limits, options);
                if (isTuned)
                {
                    Tune(kestrel.Limits);
                }

                kestrel.AddServerHeader = false;
                kestrel.Listen(endpoint, listen =>
                {
                    listen.Protocols = protocols;
                    connections.AddTo(listen, certificate);
                    if (usesFileSender)
                    {
                        listen.UseFileSender();
                    }
                });
            });
        PatientTransport.AddTo(builder.Services, new AcceptShortage(counters, log));
        if (isTuned)
        {
            builder.Services.AddSingleton<IMemoryPoolFactory<byte>, PinnedBlockPool.Factory>();
        }

        var faults = new RequestFaults(kind, options, counters, log);
        var payloads = new PayloadsService(options, counters, messages, faults);
        builder.Services.AddRoutingCore();
        builder.Services.AddGrpc(grpc => grpc.MaxReceiveMessageSize = PayloadsService.LongestRequest);
        builder.Services.AddSingleton(new GrpcPayloadsService(payloads));
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = options.Grace);
        // Signals are the program's business, not the web host's.
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();
        WebApplication application = builder.Build();
        application.Use(next => context => faults.GuardAsync(next, context));
        if (usesFileSender)
        {
            application.UseFileSender();
        }

        if (options.Token is { } token)
        {
            application.Use(next => context => TokenGuard.InvokeAsync(next, context, token, faults));
            // Without this line the routes are matched before the guard looks.
            application.UseRouting();
        }

        var uploads = new UploadHandler(options, counters, faults);
        uploads.MapTo(application);
        new StoringHandler(StoringFolder.Of(options.StoreIn), uploads, options).MapTo(application);
        new DownloadHandler(ServedFolder.Of(options.Files), counters, faults).MapTo(application);
        new TwirpHandler(payloads).MapTo(application);
        new GrpcHandler(payloads).MapTo(application);
        GrpcRefusals.Tell(application.MapGrpcService<GrpcPayloadsService>(), faults);
        ConnectionEndings? endings = null;
        try
        {
            endings = new ConnectionEndings(application.Services.GetRequiredService<IMeterFactory>(), options, counters, log);
            application.Start();
            return new HttpReceiver(kind, application, counters, connections, endings, options.Grace);
        }
        catch
        {
            connections.Dispose();
            application.DisposeAsync().AsTask().GetAwaiter().GetResult();
            endings?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    /// <remarks>Those who are connected over HTTP/2 are told by GOAWAY, and requests under way are waited for, within limits.</remarks>
    public async ValueTask DisposeAsync()
    {
        using var limit = new CancellationTokenSource(_grace);
        try
        {
            await _application.StopAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            // The remaining requests are aborted.
        }

        await _application.DisposeAsync();
        _connections.Dispose();
        _endings.Dispose();
    }

    /// <summary>Every limit on purpose. Kestrel's own of 30 MB of body and 100 headers would end an honest upload.</summary>
    private static void Limit(KestrelServerLimits limits, ServerOptions options)
    {
        limits.MaxRequestBodySize = options.MaximumLength;
        limits.MaxRequestHeaderCount = MaximumHeaders;
        limits.MaxRequestHeadersTotalSize = MaximumHeaderBytes;
        limits.KeepAliveTimeout = options.IdleTimeout;
        limits.RequestHeadersTimeout = options.HandshakeTimeout;
        // Kestrel knows no lower rate than a byte per second, and no shorter grace than its heartbeat; a peer that moves nothing is idle.
        TimeSpan grace = options.MinimumRate > 0 && options.RateWindow < options.IdleTimeout ? options.RateWindow : options.IdleTimeout;
        var rate = new MinDataRate(Math.Max(options.MinimumRate, 1), grace > s_leastGrace ? grace : s_leastGrace);
        limits.MinRequestBodyDataRate = rate;
        limits.MinResponseDataRate = rate;
        limits.Http2.MaxStreamsPerConnection = MaximumStreams;
        // A peer that vanished without a word is found by a ping.
        limits.Http2.KeepAlivePingDelay = s_pingAfter;
        limits.Http2.KeepAlivePingTimeout = s_pingLimit;
    }

    private static void Tune(KestrelServerLimits limits)
    {
        limits.MaxRequestBufferSize = MaximumRequestBuffer;
        limits.MaxResponseBufferSize = MaximumResponseBuffer;
        limits.Http2.InitialConnectionWindowSize = Window;
        limits.Http2.InitialStreamWindowSize = Window;
        limits.Http2.MaxFrameSize = FrameSize;
    }

    private static void Configure(SocketTransportOptions sockets, bool isTuned, ServerOptions options)
    {
        // Otherwise every receive is preceded by one of no bytes, so that idle connections hold no memory.
        sockets.WaitForDataBeforeAllocatingBuffer = !isTuned;
        if (options.CongestionControl is { } name)
        {
            sockets.CreateBoundListenSocket = endpoint =>
            {
                Socket listener = SocketTransportOptions.CreateDefaultBoundListenSocket(endpoint);
                SocketTuning.SetCongestionControl(listener, name);
                return listener;
            };
        }
    }
}
