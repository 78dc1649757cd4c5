using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>What a client over HTTP does wrong is one count and one line, as it is over sockets.</summary>
public sealed class HttpEventTests(HostileServer shared)
{
    private const string Boundary = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n";

    private readonly RunningServer _server = shared.Server;

    [Theory]
    [InlineData("PUT /upload", "", "was truncated at ")]
    [InlineData("POST /upload", "Content-Type: multipart/form-data; boundary=b\r\n", "was truncated after ")]
    public async Task Body_IsCutShort_IsToldWhere(string target, string headers, string told)
    {
        string before = target.StartsWith("POST", StringComparison.Ordinal) ? Boundary : "";
        await SendAsync("http", $"{target} HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: 5003\r\n\r\n{before}only this");
        await AssertToldAsync("http", "connection-lost", told);
    }

    [Fact]
    public async Task Body_LongerThanAllowed_IsTold()
    {
        await SendAsync("http", $"PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: {long.MaxValue}\r\n\r\n");
        await AssertToldAsync("http", "too-large", $"the body of {long.MaxValue} bytes is longer than the 1048576 bytes of --max-length");
    }

    /// <summary>A byte now and then holds off the other limits, and not that of the whole.</summary>
    [Theory]
    [ExhaustiveInlineData("PUT /upload", "")]
    [InlineData("POST /upload", "Content-Type: multipart/form-data; boundary=b\r\n")]
    [InlineData("PUT /keep/body", "")]
    [ExhaustiveInlineData("POST /keep/form-file", "Content-Type: multipart/form-data; boundary=b\r\n")]
    [ExhaustiveInlineData("POST /keep/multipart-reader", "Content-Type: multipart/form-data; boundary=b\r\n")]
    public async Task Body_TakesTooLong_IsRefusedAndTold(string target, string headers)
    {
        await using RunningServer server = await RunningServer.StartAsync(
            "--frame-timeout", "1s", "--min-rate", "0", "--keep", shared.StoringFolder);
        var address = new Uri(server.Addresses["http"]);
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = (int)ServerCommand.Limit.TotalMilliseconds };
        await socket.ConnectAsync(address.Host, address.Port, TestContext.Current.CancellationToken);
        string before = target.StartsWith("POST", StringComparison.Ordinal) ? Boundary : "";
        socket.Send(Encoding.Latin1.GetBytes($"{target} HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: 5003\r\n\r\n{before}"));
        long deadline = Environment.TickCount64 + (long)ServerCommand.Limit.TotalMilliseconds;
        while (socket.Available == 0 && Environment.TickCount64 < deadline)
        {
            socket.Send("x"u8);
            await Task.Delay(TimeSpan.FromMilliseconds(100), TestContext.Current.CancellationToken);
        }

        byte[] answer = new byte[4096];
        int count = socket.Receive(answer);
        Assert.StartsWith("HTTP/1.1 408 ", Encoding.Latin1.GetString(answer, 0, count), StringComparison.Ordinal);
        server.WaitForError("it takes longer than the 1 s of --frame-timeout");
    }

    [Fact]
    public async Task File_ThatIsNotServed_IsTold()
    {
        await SendAsync("http", "GET /serve/copy/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        await AssertToldAsync("http", "no-file", "was refused a file with 404");
    }

    [Fact]
    public async Task Handshake_IsPlaintext_IsTold()
    {
        await SendAsync("https", "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        await AssertToldAsync("https", "tls-handshake", "server: https: 127.0.0.1");
        _server.WaitForError("failed to shake hands over TLS");
    }

    [Theory]
    [InlineData(new byte[] { 0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0x07 }, "was refused a call with invalid_argument: length 2147483647 is not")]
    [InlineData(new byte[] { 0x0F }, "was refused a call with malformed")]
    public async Task Call_IsRefused_IsTold(byte[] body, string told)
    {
        using var client = new HttpClient { Timeout = ServerCommand.Limit };
        using var content = new ByteArrayContent(body);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/protobuf");
        var address = new Uri(new Uri(_server.Addresses["http"]), "/twirp/filetransfer.Payloads/Fetch");
        using HttpResponseMessage response = await client.PostAsync(address, content, TestContext.Current.CancellationToken);
        Assert.False(response.IsSuccessStatusCode);
        await AssertToldAsync("http", "bad-request", told);
    }

    /// <summary>Sends bytes as they are, and nothing after them; waits until the server has closed.</summary>
    private async Task SendAsync(string kind, string text)
    {
        var address = new Uri(_server.Addresses[kind]);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(ServerCommand.Limit);
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(address.Host, address.Port, limit.Token);
        await socket.SendAsync(Encoding.Latin1.GetBytes(text), limit.Token);
        socket.Shutdown(SocketShutdown.Send);
        try
        {
            while (await socket.ReceiveAsync(new byte[4096], limit.Token) > 0)
            {
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // It closed with bytes of ours unread.
        }
    }

    private async Task AssertToldAsync(string kind, string counted, string told)
    {
        await _server.WaitForStatsAsync(
            kind,
            stats => stats.GetProperty("errors").TryGetProperty(counted, out JsonElement count) && count.GetInt64() > 0);
        _server.WaitForError(told);
    }
}
