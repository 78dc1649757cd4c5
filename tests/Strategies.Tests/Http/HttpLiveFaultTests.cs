using System.Globalization;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>What goes wrong between the strategies and the server's own receivers.</summary>
public sealed class HttpLiveFaultTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Large = 12_345_678;
    private const string OtherThumbprint = "00112233445566778899AABBCCDDEEFF00112233445566778899AABBCCDDEEFF";

    public static TheoryData<string, string> ByTransport =>
        [.. StrategyCases.OverTransports(StrategyCases.Delivering
            .Where(descriptor => Transport.IsHttp(descriptor.Transports[0]) && !descriptor.IsConcurrent))];

    [Theory]
    [MemberData(nameof(ByTransport))]
    public async Task Transfer_FileNameWithQuotesLineBreaksAndOtherLetters_IsDelivered(string id, string transport)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no such file names");
        TestPayload file = folder.Named($"a \"quoted\"\r\nContent-Type: x; grün \n \r 文件 {Guid.NewGuid():N}.bin");
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection($"{transport}-verify"));
        Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
        Assert.Equal((file.Payload.Length, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
    }

    [Theory(DisableParallelization = true)]
    [MemberData(nameof(ByTransport))]
    public async Task Transfer_ManyTimes_LeavesNothingOpen(string id, string transport)
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "descriptors are counted in /proc/self/fd, which needs Linux");
        Payload payload = folder.Get(1024).Payload;
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection(transport));
        await Transfers.RepeatAsync(strategy, payload, count: 10);
        using var uncollected = NoCollection.Begin();
        OpenDescriptors before = OpenDescriptors.Now();
        await Transfers.RepeatAsync(strategy, payload, Exhaustive.Or(10, 100));
        before.AssertNothingLeft();
    }

    [Theory]
    [InlineData("https")]
    [InlineData("https2")]
    public async Task Connect_AnotherCertificate_RefusedNamingBoth(string transport)
    {
        var endpoint = (HttpEndPoint)receivers.Connection(transport).Endpoint;
        var other = new ConnectionOptions
        {
            Endpoint = new HttpEndPoint(endpoint.Address, endpoint.Version) { CertificateSha256 = OtherThumbprint },
        };
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.ConnectAsync("http-multipart-stream", other));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.Contains(OtherThumbprint, exception.Message, StringComparison.Ordinal);
        Assert.Contains(endpoint.CertificateSha256!, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_TlsToAnotherCertificate_RefusedNamingBoth()
    {
        var endpoint = (TlsEndPoint)receivers.Connection("tls").Endpoint;
        var other = new ConnectionOptions { Endpoint = new TlsEndPoint(endpoint.Address, OtherThumbprint) };
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.ConnectAsync("tls-read-write-64k", other));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.Contains(endpoint.CertificateSha256, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_PlaintextToTheTlsPort_FailsAndTheServerLivesOn()
    {
        var endpoint = (HttpEndPoint)receivers.Connection("https").Endpoint;
        var plain = new ConnectionOptions
        {
            Endpoint = new HttpEndPoint(new UriBuilder(endpoint.Address) { Scheme = "http" }.Uri, HttpVersion.Version11),
            Timeout = TimeSpan.FromSeconds(20),
        };
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.ConnectAsync("http-multipart-stream", plain));
        Assert.Contains(exception.Kind, (TransferErrorKind[])[TransferErrorKind.ConnectFailed, TransferErrorKind.ConnectionLost]);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-multipart-stream", receivers.Connection("https"));
        Assert.Equal(1000, (await Transfers.RunAsync(strategy, folder.Get(1000).Payload)).Bytes);
    }

    [Fact]
    public async Task Connect_TlsToAPlainPort_ConnectFailed()
    {
        var endpoint = (IPEndPoint)receivers.Connection("tcp").Endpoint;
        var plain = new ConnectionOptions { Endpoint = new TlsEndPoint(endpoint, OtherThumbprint), Timeout = TimeSpan.FromSeconds(20) };
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.ConnectAsync("tls-read-write-64k", plain));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(ByTransport))]
    public async Task Transfer_LargerThanTheServerAccepts_RejectedWithItsReason(string id, string transport)
    {
        using X509Certificate2 certificate = ServerCertificate.Create(IPAddress.Loopback);
        await using HttpReceiver receiver = Start(transport, certificate, new ServerOptions { MaximumLength = Large / 2 });
        ConnectionOptions options = Connection(receiver, transport, certificate) with { Timeout = TimeSpan.FromSeconds(20) };
        TransferException exception = await Failing.AgainstAsync<TransferException>(id, folder.Get(Large).Payload, options);
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains("the server answered 413", exception.Message, StringComparison.Ordinal);
        Assert.Contains($" is longer than the {Large / 2} bytes of --max-length", exception.Message, StringComparison.Ordinal);
        Assert.Equal(0, receiver.Stats.Frames);
        Assert.Equal("too-large", Assert.Single(receiver.Stats.Errors).Key);
        await using ITransferStrategy again = await Transfers.ConnectAsync(id, options);
        Assert.Equal(1000, (await Transfers.RunAsync(again, folder.Get(1000).Payload)).Bytes);
    }

    [Theory]
    [MemberData(nameof(ByTransport))]
    public async Task Transfer_ServerStopsMeanwhile_Fails(string id, string transport)
    {
        using X509Certificate2 certificate = ServerCertificate.Create(IPAddress.Loopback);
        HttpReceiver receiver = Start(transport, certificate, new ServerOptions());
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, Connection(receiver, transport, certificate));
        Payload payload = folder.Get(1000).Payload;
        Task<TransferException> failing = Assert.ThrowsAsync<TransferException>(async () =>
        {
            while (true)
            {
                await Transfers.RunAsync(strategy, payload);
            }
        });
        while (receiver.Stats.Frames < 5)
        {
            await Task.Delay(1, TestContext.Current.CancellationToken);
        }

        await receiver.DisposeAsync();
        TransferException exception = await failing.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
        Assert.Contains(exception.Kind, (TransferErrorKind[])[TransferErrorKind.ConnectionLost, TransferErrorKind.ConnectFailed]);
    }

    [Theory]
    [InlineData("http", 1)]
    [InlineData("http", 2)]
    [InlineData("http", 32)]
    [InlineData("https", 32)]
    [InlineData("http2", 32)]
    [InlineData("https2", 32)]
    public async Task Requests_ManyInFlight_OpenNoMoreConnectionsThanThat(string transport, int inFlight)
    {
        using X509Certificate2 certificate = ServerCertificate.Create(IPAddress.Loopback);
        await using HttpReceiver receiver = Start(transport, certificate, new ServerOptions());
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            $"http-headers-{inFlight}",
            Connection(receiver, transport, certificate));
        var requests = (IConcurrentTransferStrategy)strategy;
        Payload payload = folder.Get(38_890).Payload;
        for (int round = 0; round < 5; round++)
        {
            Task<Delivery>[] lanes = [.. Enumerable.Range(0, inFlight)
                .Select(_ => Task.Run(() => requests.TransferAsync(payload, CancellationToken.None).AsTask()))];
            Assert.All(await Task.WhenAll(lanes), delivery => Assert.Equal(38_890, delivery.Bytes));
        }

        Assert.Equal(5 * inFlight, receiver.Stats.Frames);
        Assert.InRange(receiver.Stats.Connections, 1, transport is "http" or "https" ? inFlight : 1);
    }

    [Fact]
    public async Task Requests_MaxConnectionsPerServer_IsKept()
    {
        await using HttpReceiver receiver = Start("http", certificate: null, new ServerOptions());
        ConnectionOptions options = Connection(receiver, "http", certificate: null) with { Http = new HttpOptions { MaxConnections = 3 } };
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-body-32", options);
        var requests = (IConcurrentTransferStrategy)strategy;
        Payload payload = folder.Get(1000).Payload;
        await Task.WhenAll(
            Enumerable.Range(0, 100).Select(_ => Task.Run(() => requests.TransferAsync(payload, CancellationToken.None).AsTask())));
        Assert.InRange(receiver.Stats.Connections, 1, 3);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(99)]
    [InlineData(101)]
    public async Task Requests_ServerCountsOtherHeaders_Mismatch(int? headers)
    {
        string? counted = headers?.ToString(CultureInfo.InvariantCulture);
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", $$"""{"bytes":1000,"crc32c":null,"headers":{{counted ?? "null"}}}""");
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-headers-1", server.Connection);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(1000).Payload));
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
        Assert.Contains($"counted {counted ?? "no"} headers of the 100", exception.Message, StringComparison.Ordinal);
    }

    private static HttpReceiver Start(string transport, X509Certificate2? certificate, ServerOptions options)
    {
        HttpProtocols protocols = transport switch
        {
            "http2" => HttpProtocols.Http2,
            "https" or "https2" => HttpProtocols.Http1AndHttp2,
            _ => HttpProtocols.Http1,
        };
        bool isEncrypted = transport is "https" or "https2";
        var endpoint = new IPEndPoint(IPAddress.Loopback, 0);
        bool isTuned = transport != "http-default";
        return HttpReceiver.Start(
            Transport.ReceiverKind(transport),
            endpoint,
            protocols,
            isEncrypted ? certificate : null,
            isTuned,
            options,
            new MessageStore());
    }

    private static ConnectionOptions Connection(HttpReceiver receiver, string transport, X509Certificate2? certificate) => new()
    {
        Endpoint = new HttpEndPoint(new Uri(receiver.Endpoint), Transport.HttpVersion(transport))
        {
            CertificateSha256 = receiver.Endpoint.StartsWith("https", StringComparison.Ordinal)
                ? ServerCertificate.Sha256(certificate!)
                : null,
        },
    };
}
