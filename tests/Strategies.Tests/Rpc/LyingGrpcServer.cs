using System.Net;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Rpc;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>A server of gRPC that greets, and answers each call as a test says.</summary>
internal sealed class LyingGrpcServer : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly Service _service;

    private LyingGrpcServer(WebApplication application, Service service)
    {
        _application = application;
        _service = service;
        IFeatureCollection features = application.Services.GetRequiredService<IServer>().Features;
        var address = new Uri(features.GetRequiredFeature<IServerAddressesFeature>().Addresses.First());
        Connection = new ConnectionOptions { Endpoint = new HttpEndPoint(address, HttpVersion.Version20) { IsVerifying = true } };
    }

    /// <summary>How it is reached; a client checks what it gets.</summary>
    public ConnectionOptions Connection { get; }

    /// <summary>Calls that came.</summary>
    public int Calls => _service.Calls;

    /// <summary>A server whose unary call answers so.</summary>
    public static Task<LyingGrpcServer> OfAsync(Func<FetchRequest, FetchResponse> answer) =>
        StartAsync(new Service((request, _) => Task.FromResult(answer(request)), (_, _, _) => Task.CompletedTask));

    /// <summary>A server whose unary call does so.</summary>
    public static Task<LyingGrpcServer> DoingAsync(Func<ServerCallContext, Task<FetchResponse>> answer) =>
        StartAsync(new Service((_, context) => answer(context), (_, _, _) => Task.CompletedTask));

    /// <summary>A server whose stream is so.</summary>
    public static Task<LyingGrpcServer> OfStreamAsync(Func<FetchRequest, IServerStreamWriter<FetchChunk>, Task> answer) =>
        StartAsync(new Service((_, _) => Task.FromResult(new FetchResponse()), (request, stream, _) => answer(request, stream)));

    public ValueTask DisposeAsync() => _application.DisposeAsync();

    private static async Task<LyingGrpcServer> StartAsync(Service service)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(
            kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2));
        builder.Services.AddRoutingCore();
        builder.Services.AddGrpc();
        builder.Services.AddSingleton(service);
        WebApplication application = builder.Build();
        application.MapGet(HttpResources.Hello, context =>
        {
            context.Response.StatusCode = (int)HttpStatusCode.NoContent;
            return Task.CompletedTask;
        });
        application.MapGrpcService<Service>();
        await application.StartAsync();
        return new LyingGrpcServer(application, service);
    }

    private sealed class Service(
        Func<FetchRequest, ServerCallContext, Task<FetchResponse>> answer,
        Func<FetchRequest, IServerStreamWriter<FetchChunk>, ServerCallContext, Task> stream) : GrpcPayloads.GrpcPayloadsBase
    {
        private int _calls;

        public int Calls => Volatile.Read(ref _calls);

        public override Task<FetchResponse> Fetch(FetchRequest request, ServerCallContext context)
        {
            Interlocked.Increment(ref _calls);
            return answer(request, context);
        }

        public override Task FetchStream(FetchRequest request, IServerStreamWriter<FetchChunk> responseStream, ServerCallContext context)
        {
            Interlocked.Increment(ref _calls);
            return stream(request, responseStream, context);
        }
    }
}
