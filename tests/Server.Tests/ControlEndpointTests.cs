using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests;

public sealed class ControlEndpointTests(SharedServer shared)
{
    private readonly RunningServer _server = shared.Server;

    [Fact]
    public async Task Endpoints_Asked_AnswersTheReadyLine()
    {
        using HttpResponseMessage response = await _server.GetAsync("/endpoints");
        Assert.Equal("application/json", response.Content.Headers.ContentType?.MediaType);
        Assert.Equal(_server.ReadyLine, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        Assert.StartsWith("""{"ready":true,"control":"http://127.0.0.1:""", _server.ReadyLine, StringComparison.Ordinal);
        Assert.Equal(["tcp", "tcp-fetch", "tcp-verify"], _server.Endpoints.Keys.Order(StringComparer.Ordinal));
        Assert.All(_server.Endpoints.Values, endpoint => Assert.Equal(IPAddress.Loopback, endpoint.Address));
    }

    [Theory]
    [InlineData("https")]
    [InlineData("tls")]
    public async Task Endpoints_OverTls_ShowTheCertificateThatIsNamed(string kind)
    {
        JsonElement endpoints = await _server.GetJsonAsync("/endpoints");
        string address = endpoints
            .GetProperty("endpoints")
            .GetProperty(kind)
            .GetString()!
            .Replace("https://", "", StringComparison.Ordinal);
        string? shown = null;
        using var client = new TcpClient();
        await client.ConnectAsync(IPEndPoint.Parse(address), TestContext.Current.CancellationToken);
        using var stream = new SslStream(client.GetStream(), leaveInnerStreamOpen: false, (_, certificate, _, _) =>
        {
            shown = certificate?.GetCertHashString(HashAlgorithmName.SHA256);
            return shown is not null;
        });
        await stream.AuthenticateAsClientAsync("localhost");
        Assert.Equal(endpoints.GetProperty("certificateSha256").GetString(), shown);
    }

    [Fact]
    public async Task Environment_Asked_AnswersMachineAndOptions()
    {
        JsonElement environment = await _server.GetJsonAsync("/environment");
        JsonElement machine = environment.GetProperty("machine");
        Assert.All(
            (string[])["operatingSystem", "kernel", "processor", "garbageCollector", "commit"],
            name => Assert.NotEmpty(machine.GetProperty(name).GetString()!));
        Assert.StartsWith(".NET 10", machine.GetProperty("runtime").GetString(), StringComparison.Ordinal);
        Assert.Equal(Environment.ProcessorCount, machine.GetProperty("cores").GetInt32());
        Assert.InRange(machine.GetProperty("memoryBytes").GetInt64(), 1L << 20, long.MaxValue);
        Assert.Equal(1 << 20, environment.GetProperty("maximumLength").GetInt64());
        Assert.Equal(JsonValueKind.Null, environment.GetProperty("cpu").ValueKind);
        Assert.Equal("block", environment.GetProperty("wait").GetString());
    }

    [Fact]
    public async Task Environment_OnLinux_NamesTheCongestionControlInForce()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "TCP_CONGESTION needs Linux");
        JsonElement byDefault = await _server.GetJsonAsync("/environment");
        string system =
            (await File.ReadAllTextAsync("/proc/sys/net/ipv4/tcp_congestion_control", TestContext.Current.CancellationToken)).Trim();
        Assert.Equal(system, byDefault.GetProperty("congestionControl").GetString());
        Assert.Equal(system, byDefault.GetProperty("machine").GetProperty("defaultCongestionControl").GetString());

        // Every Linux kernel has it: it is the fallback.
        await using RunningServer reno = await RunningServer.StartAsync("--congestion-control", "reno");
        Assert.Equal("reno", (await reno.GetJsonAsync("/environment")).GetProperty("congestionControl").GetString());
        using WireClient client = await reno.ConnectAsync();
        await client.ExchangeAsync(Content.Of(1000));
    }

    [Fact]
    public async Task Stats_AskedAgain_CpuAndAllocationsGrow()
    {
        JsonElement first = await _server.GetJsonAsync("/stats");
        // The runtime counts what a thread is given to allocate from, 8 KiB at a time: one question more need not show.
        const int Most = 100;
        JsonElement second = await _server.GetJsonAsync("/stats");
        for (int asked =
            0; asked < Most && second.GetProperty("allocatedBytes").GetInt64() == first.GetProperty("allocatedBytes").GetInt64(); asked++)
        {
            second = await _server.GetJsonAsync("/stats");
        }

        Assert.InRange(first.GetProperty("cpuSeconds").GetDouble(), double.Epsilon, second.GetProperty("cpuSeconds").GetDouble());
        Assert.True(first.GetProperty("allocatedBytes").GetInt64() < second.GetProperty("allocatedBytes").GetInt64());
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/stat")]
    [InlineData("/endpoints/tcp")]
    public async Task Path_Unknown_IsNotFound(string path)
    {
        using HttpResponseMessage response = await _server.GetAsync(path);
        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task Query_Huge_IsRefused()
    {
        using HttpResponseMessage response = await _server.GetAsync("/checks?receiver=" + new string('x', 100_000));
        Assert.Equal(HttpStatusCode.RequestUriTooLong, response.StatusCode);
        using HttpResponseMessage next = await _server.GetAsync("/stats");
        Assert.Equal(HttpStatusCode.OK, next.StatusCode);
    }

    [Theory]
    [InlineData("/checks?receiver=tcp")]
    [InlineData("/checks?receiver=tcp&after=one")]
    public async Task Query_Wrong_IsABadRequest(string path)
    {
        using HttpResponseMessage response = await _server.GetAsync(path);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    /// <summary>Against DNS rebinding: the page of another site may lead its own name here.</summary>
    [Theory]
    [InlineData("127.0.0.1", HttpStatusCode.OK)]
    [InlineData("[::1]", HttpStatusCode.OK)]
    [InlineData("localhost", HttpStatusCode.OK)]
    [InlineData("evil.example", HttpStatusCode.MisdirectedRequest)]
    [InlineData("localhost.evil.example", HttpStatusCode.MisdirectedRequest)]
    [InlineData("127.0.0.1.evil.example", HttpStatusCode.MisdirectedRequest)]
    public async Task Host_OfAnotherSite_IsRefused(string host, HttpStatusCode status)
    {
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(_server.Control, "/stats"));
        request.Headers.Host = $"{host}:{_server.Control.Port}";
        using HttpResponseMessage response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.Equal(status, response.StatusCode);
    }

    [Fact]
    public async Task Clients_ManyAtOnce_DisturbNoReceiver()
    {
        using WireClient sender = await _server.ConnectAsync();
        Task<HttpResponseMessage>[] asked = [.. Enumerable.Range(0, 200).Select(_ => _server.GetAsync("/stats"))];
        for (int i = 0; i < 20; i++)
        {
            await sender.ExchangeAsync(Content.Of(10_000));
        }

        foreach (Task<HttpResponseMessage> answer in asked)
        {
            using HttpResponseMessage response = await answer;
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        }
    }

    [Fact]
    public void Process_Running_WatchesNoFiles()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "inotify needs Linux");
        string[] open = [.. Directory.EnumerateFiles($"/proc/{_server.Id}/fd")
            .Select(link => new FileInfo(link).LinkTarget)
            .OfType<string>()];
        Assert.Contains(open, target => target.StartsWith("socket:", StringComparison.Ordinal));
        Assert.DoesNotContain(open, target => target.Contains("inotify", StringComparison.Ordinal));
    }
}
