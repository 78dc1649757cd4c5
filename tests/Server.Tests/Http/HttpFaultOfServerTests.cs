using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Http;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using RpcException = Grpc.Core.RpcException;

namespace FileTransfer.Server.Tests.Http;

/// <summary>A fault of the server over HTTP ends one request, is counted, and is told; handshakes have their own limit.</summary>
public sealed class HttpFaultOfServerTests : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    private readonly StringWriter _errors = new();
    private readonly MessageStore _messages = new(long.MaxValue, (_, _) => throw new InvalidOperationException("broken on purpose"));

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _messages.Dispose();
        _errors.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Sink_Throws_IsAnsweredWith500CountedAndTold(bool isHttp2)
    {
        HttpReceiver receiver = Start(isHttp2 ? HttpProtocols.Http2 : HttpProtocols.Http1, Broken());
        await using (receiver)
        {
            using HttpClient client = Client(receiver, isHttp2);
            using HttpResponseMessage response = await client.PutAsync("/upload", new ByteArrayContent([1, 2, 3]), Cancellation);
            Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
            using HttpResponseMessage next = await client.GetAsync("/", Cancellation);
            Assert.Equal(HttpStatusCode.NoContent, next.StatusCode);
            AssertOneFailure(receiver);
        }

        AssertOneLine();
    }

    [Fact]
    public async Task Message_CannotBeMade_IsInternalForTwirpCountedAndTold()
    {
        HttpReceiver receiver = Start(HttpProtocols.Http1, new ServerOptions { Errors = _errors });
        await using (receiver)
        {
            using HttpClient client = Client(receiver, isHttp2: false);
            using var content = new ByteArrayContent(new FetchRequest { Length = 10 }.ToByteArray());
            content.Headers.ContentType = new MediaTypeHeaderValue(RpcContract.Protobuf);
            using HttpResponseMessage response = await client.PostAsync(RpcContract.TwirpPath, content, Cancellation);
            Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
            AssertOneFailure(receiver);
        }

        AssertOneLine();
    }

    [Fact]
    public async Task Message_CannotBeMade_IsInternalForTheLibraryCountedAndTold()
    {
        HttpReceiver receiver = Start(HttpProtocols.Http2, new ServerOptions { Errors = _errors });
        await using (receiver)
        {
            using var channel = GrpcChannel.ForAddress(receiver.Endpoint);
            var client = new GrpcPayloads.GrpcPayloadsClient(channel);
            CallOptions options = new CallOptions(cancellationToken: Cancellation).WithDeadline(DateTime.UtcNow + s_limit);
            RpcException refused = await Assert.ThrowsAsync<RpcException>(
                async () => await client.FetchAsync(new FetchRequest { Length = 10 }, options));
            Assert.Equal(StatusCode.Internal, refused.StatusCode);
            AssertOneFailure(receiver);
        }

        AssertOneLine();
    }

    [Fact]
    public async Task Handler_ThrowsWithinTheResponse_AbortsTheConnection()
    {
        var counters = new ReceiverCounters();
        var options = new ServerOptions { Errors = _errors };
        var faults = new RequestFaults("broken", options, counters, new ConnectionLog("broken", options));
        var context = new DefaultHttpContext();
        var lifetime = new Lifetime();
        context.Features.Set<IHttpResponseFeature>(new StartedResponse());
        context.Features.Set<IHttpRequestLifetimeFeature>(lifetime);
        await faults.GuardAsync(_ => throw new InvalidOperationException("broken on purpose"), context);
        Assert.True(lifetime.IsAborted);
        Assert.Equal(1, counters.Snapshot().Errors["receiver-failure"]);
        AssertOneLine();
    }

    /// <summary>The receiver whose limit is long ends it no sooner, so that it is the option which counts.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    public async Task Handshake_Stalls_IsClosedByItsOwnLimitCountedAndTold(int bytes)
    {
        using X509Certificate2 certificate = ServerCertificate.Create(IPAddress.Loopback);
        var options = new ServerOptions { Errors = _errors };
        HttpReceiver hasty = Start(
            HttpProtocols.Http1AndHttp2,
            options with { HandshakeTimeout = TimeSpan.FromMilliseconds(300) },
            certificate);
        await using HttpReceiver patient = Start(
            HttpProtocols.Http1AndHttp2,
            options with { HandshakeTimeout = TimeSpan.FromMinutes(5), Grace = TimeSpan.FromMilliseconds(200) },
            certificate);
        await using (hasty)
        {
            // The head of a ClientHello of 512 bytes that does not follow: RFC 8446, 5.1.
            byte[] hello = [0x16, 3, 1, 2, 0];
            using Socket waits = await ConnectAsync(patient, hello.AsMemory(0, bytes));
            using Socket ends = await ConnectAsync(hasty, hello.AsMemory(0, bytes));
            await AssertClosedAsync(ends);
            await UntilAsync(() => hasty.Stats.Errors.GetValueOrDefault("tls-handshake") == 1);
            await UntilAsync(() => patient.Stats.OpenConnections == 1);
            Assert.Empty(patient.Stats.Errors);
        }

        Assert.Contains("failed to shake hands over TLS\n", _errors.ToString(), StringComparison.Ordinal);
    }

    private static async Task<Socket> ConnectAsync(HttpReceiver receiver, ReadOnlyMemory<byte> first)
    {
        var uri = new Uri(receiver.Endpoint);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(IPAddress.Parse(uri.Host), uri.Port, Cancellation);
        await socket.SendAsync(first, Cancellation);
        return socket;
    }

    private static async Task AssertClosedAsync(Socket socket)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        limit.CancelAfter(s_limit);
        try
        {
            while (await socket.ReceiveAsync(new byte[100], limit.Token) > 0)
            {
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // It closed with bytes of ours unread.
        }
    }

    private static async Task UntilAsync(Func<bool> holds)
    {
        for (long start = Environment.TickCount64; !holds(); await Task.Delay(5, Cancellation))
        {
            Assert.True(Environment.TickCount64 - start < s_limit.TotalMilliseconds, "it is not counted");
        }
    }

    private static HttpClient Client(HttpReceiver receiver, bool isHttp2) => new(new SocketsHttpHandler { UseProxy = false })
    {
        BaseAddress = new Uri(receiver.Endpoint),
        DefaultRequestVersion = isHttp2 ? HttpVersion.Version20 : HttpVersion.Version11,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        Timeout = s_limit,
    };

    private static void AssertOneFailure(HttpReceiver receiver) =>
        Assert.Equal(("receiver-failure", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));

    private ServerOptions Broken() => new()
    {
        Errors = _errors,
        IsCheckDue = _ => throw new InvalidOperationException("broken on purpose"),
    };

    private void AssertOneLine()
    {
        string line = Assert.Single(_errors.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
        const string Told = "ended by a fault of the server: System.InvalidOperationException: broken on purpose";
        Assert.Contains(Told, line, StringComparison.Ordinal);
    }

    private HttpReceiver Start(HttpProtocols protocols, ServerOptions options, X509Certificate2? certificate = null) => HttpReceiver.Start(
        "broken",
        new IPEndPoint(IPAddress.Loopback, 0),
        protocols,
        certificate,
        isTuned: true,
        options,
        _messages);

    private sealed class StartedResponse : HttpResponseFeature
    {
        public override bool HasStarted => true;
    }

    private sealed class Lifetime : IHttpRequestLifetimeFeature
    {
        public bool IsAborted { get; private set; }

        public CancellationToken RequestAborted { get; set; }

        public void Abort() => IsAborted = true;
    }
}
