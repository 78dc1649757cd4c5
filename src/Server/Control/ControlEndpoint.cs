using System.Collections.Immutable;
using System.Diagnostics;
using System.Net;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace FileTransfer.Server.Control;

/// <summary>Reports the receivers' addresses and statistics over HTTP; never part of a measurement.</summary>
internal sealed class ControlEndpoint : IAsyncDisposable
{
    private const int MostConnections = 1000;

    private readonly WebApplication _application;

    private ControlEndpoint(WebApplication application, ServerReady ready)
    {
        _application = application;
        Ready = ready;
    }

    /// <summary>The message that the server prints when it is ready.</summary>
    public ServerReady Ready { get; }

    /// <summary>Starts to listen and to answer.</summary>
    /// <exception cref="IOException">The port is taken or may not be used.</exception>
    public static async Task<ControlEndpoint> StartAsync(
        ServerOptions options,
        StartedReceivers started,
        string? congestionControl,
        string? certificateSha256,
        SuspensionCount suspensions,
        CancellationToken cancellationToken)
    {
        // The other builders read appsettings.json and, to do so, watch every folder below the current one. In a large tree that
        // delays the start by seconds, and every file written there costs CPU time that counts as the receivers'.
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Limit(kestrel, options));
        var counters = new ReceiverCounters();
        var log = new ConnectionLog("control", options);
        PatientTransport.AddTo(builder.Services, new AcceptShortage(counters, log));
        builder.Services.AddRoutingCore();
        // The program handles signals, not the web host.
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();
        WebApplication application = builder.Build();
        ServerReady? ready = null;
        IReadOnlyList<IReceiver> receivers = started.All;
        long start = Stopwatch.GetTimestamp();
        string instance = Guid.NewGuid().ToString("N");
        var environment = new ServerEnvironment(
            MachineFacts.Collect(),
            congestionControl,
            options.Cpu,
            options.MaximumLength,
            options.Wait.ToString());
        var faults = new RequestFaults("control", options, counters, log);
        application.Use(next => context => faults.GuardAsync(next, context));
        application.Use(next => context => GuardAsync(next, context, options.Token, faults));
        // Without this line the routes are matched before the guard looks.
        application.UseRouting();
        application.MapGet("/endpoints", () => TypedResults.Json(ready, ServerJson.Default.ServerReady));
        application.MapGet("/environment", () => TypedResults.Json(environment, ServerJson.Default.ServerEnvironment));
        application.MapGet(
            "/stats",
            () => TypedResults.Json(Stats(receivers, instance, start, suspensions), ServerJson.Default.ServerStats));
        application.MapGet(
            "/metrics",
            () => TypedResults.Text(ServerMetrics.Text(Stats(receivers, instance, start, suspensions)), OpenMetricsText.ContentType));
        application.MapGet(
            "/checks",
            (string receiver, long after) => receivers.FirstOrDefault(candidate => candidate.Kind == receiver) is { } found
                ? Results.Json(found.ChecksAfter(after), ServerJson.Default.ReceiverChecks)
                : Results.NotFound());
        var barriers = new Barriers(() => Stats(receivers, instance, start, suspensions));
        application.MapPost(
            "/barrier/{name}",
            (string name, int parties, long? frames, long? bytes, int? wait, HttpContext context) =>
                barriers.MeetAsync(name, parties, frames ?? 0, bytes ?? 0, wait ?? Barriers.LongestWait, context.RequestAborted));
        try
        {
            await application.StartAsync(cancellationToken);
        }
        catch
        {
            await application.DisposeAsync();
            throw;
        }

        string address = application.Services
            .GetRequiredService<IServer>().Features
            .GetRequiredFeature<IServerAddressesFeature>().Addresses
            .First();
        ready = new ServerReady(
            Ready: true,
            address,
            receivers.ToImmutableSortedDictionary(receiver => receiver.Kind, receiver => receiver.Endpoint, StringComparer.Ordinal),
            certificateSha256,
            started.Missing.Count > 0 ? started.Missing : null);
        return new ControlEndpoint(application, ready);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _application.DisposeAsync();

    /// <summary>A page of another site must not read what this machine tells: a name that leads here is no reason to answer it.</summary>
    /// <remarks>Against DNS rebinding. RFC 9110, 15.5.20: 421 is for a host that this server does not speak for.</remarks>
    private static Task GuardAsync(RequestDelegate next, HttpContext context, AccessToken? token, RequestFaults faults)
    {
        string host = context.Request.Host.Host.Trim('[', ']');
        bool isOurs = IPAddress.TryParse(host, out _)
            || host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || host.Equals(Environment.MachineName, StringComparison.OrdinalIgnoreCase);
        if (!isOurs)
        {
            context.Response.StatusCode = StatusCodes.Status421MisdirectedRequest;
            return context.Response.WriteAsync(
                "name this server by its IP address, localhost or the name of its machine",
                context.RequestAborted);
        }

        return TokenGuard.InvokeAsync(next, context, token, faults);
    }

    private static void Limit(KestrelServerOptions kestrel, ServerOptions options)
    {
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxConcurrentConnections = MostConnections;
        kestrel.Limits.MaxRequestBodySize = 0;
        kestrel.Limits.RequestHeadersTimeout = options.HandshakeTimeout;
        kestrel.Listen(options.ControlAddress, options.Port);
    }

    private static ServerStats Stats(IReadOnlyList<IReceiver> receivers, string instance, long started, SuspensionCount suspensions) => new(
        Environment.CpuUsage.TotalTime.TotalSeconds,
        GC.GetTotalAllocatedBytes(),
        receivers.ToImmutableSortedDictionary(receiver => receiver.Kind, receiver => receiver.Stats, StringComparer.Ordinal),
        instance,
        Stopwatch.GetElapsedTime(started).TotalSeconds,
        suspensions.Value);
}
