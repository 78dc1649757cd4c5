using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>
/// Attacks by tools that nobody here wrote: the server stays up, and well-behaved clients are served meanwhile and after.
/// </summary>
public sealed partial class AttackToolTests
{
    private const string AllSucceeded = "200 succeeded, 0 failed, 0 errored, 0 timeout";

    private static readonly TimeSpan s_limit = Hang.Limit;
    private static readonly string[] s_weak = ["SSLv2", "SSLv3", "TLSv1.0", "TLSv1.1"];

    /// <summary>Slow headers (slowloris), slow bodies (R.U.D.Y.) and slow reading.</summary>
    [ExhaustiveTheory]
    [ExhaustiveInlineData("-H")]
    [InlineData("-B")]
    [ExhaustiveInlineData("-X")]
    public async Task SlowHttpTest_AgainstHttp_ServiceStaysAvailable(string attack)
    {
        string tool = Find("slowhttptest");
        await using RunningServer server = await StartAsync();
        string address = server.Addresses["http"].TrimEnd('/') + (attack == "-B" ? "/request" : "/");
        Task<(int ExitCode, string Output)> run = RunAsync(
            tool, attack, "-c", "100", "-i", "1", "-r", "100", "-l", "6", "-p", "3", "-u", address, "-t", attack == "-B" ? "POST" : "GET");
        while (!run.IsCompleted)
        {
            await AssertServesAsync(server);
            await Task.Delay(200, TestContext.Current.CancellationToken);
        }

        (int _, string output) = await run;
        Assert.DoesNotContain("service available:                   NO", Colours().Replace(output, ""), StringComparison.Ordinal);
        Assert.Contains("closed:", output, StringComparison.Ordinal);
        await server.WaitForStatsAsync("http", stats => stats.GetProperty("openConnections").GetInt64() <= 1);
        await AssertServesAsync(server);
    }

    /// <summary>Uploads whose answers may come in one byte at a time.</summary>
    [ExhaustiveTheory]
    [ExhaustiveInlineData("http2")]
    [InlineData("https")]
    public async Task H2Load_TinyWindows_EveryRequestIsAnswered(string kind)
    {
        string tool = Find("h2load");
        await using RunningServer server = await StartAsync();
        string body = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(body, Content.Of(100_000), TestContext.Current.CancellationToken);
            // A client that gets no processor for five seconds sends too slowly for Kestrel, which then closes its connection.
            const int Attempts = 3;
            string output = "";
            for (int i = 0; i < Attempts && !output.Contains(AllSucceeded, StringComparison.Ordinal); i++)
            {
                (int exitCode, output) = await RunAsync(
                    tool, "-n", "200", "-c", "5", "-m", "20", "-w", "1", "-W", "1",
                    "-d", body, server.Addresses[kind].TrimEnd('/') + "/request");
                Assert.True(exitCode == 0, output);
            }

            Assert.True(output.Contains(AllSucceeded, StringComparison.Ordinal), output);
        }
        finally
        {
            File.Delete(body);
        }

        await AssertServesAsync(server);
    }

    /// <summary>The sender is stopped in the middle: every stream under way is reset, or its connection.</summary>
    [Fact]
    public async Task H2Load_KilledInTheMiddle_NothingIsLeft()
    {
        string tool = Find("h2load");
        await using RunningServer server = await StartAsync();
        for (int i = 0; i < 5; i++)
        {
            using Process load = Start(tool, ["-D", "60", "-c", "10", "-m", "50", server.Addresses["http2"].TrimEnd('/') + "/request"]);
            await server.WaitForStatsAsync("http2", stats => stats.GetProperty("openConnections").GetInt64() == 10);
            load.Kill();
            await load.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        await server.WaitForStatsAsync("http2", stats => stats.GetProperty("openConnections").GetInt64() == 0);
        await AssertServesAsync(server);
    }

    [ExhaustiveTheory]
    [ExhaustiveInlineData("tls")]
    [InlineData("https")]
    public async Task SslScan_OfTheTlsReceivers_FindsNothingWeak(string kind)
    {
        string tool = Find("sslscan");
        await using RunningServer server = await StartAsync();
        string address = server.Addresses[kind].Replace("https://", "", StringComparison.Ordinal).TrimEnd('/');
        (int exitCode, string coloured) = await RunAsync(tool, "--no-colour", address);
        string output = Colours().Replace(coloured, "");
        Assert.True(exitCode == 0, output);
        foreach (string protocol in s_weak)
        {
            Assert.Matches($@"(?m)^{Regex.Escape(protocol)}\s+disabled", output);
        }

        Assert.Matches(@"(?m)^TLSv1\.3\s+enabled", output);
        Assert.Contains("not vulnerable to heartbleed", output, StringComparison.Ordinal);
        MatchCollection ciphers = Cipher().Matches(output);
        Assert.NotEmpty(ciphers);
        Assert.All(ciphers, cipher =>
        {
            Assert.InRange(int.Parse(cipher.Groups["bits"].Value, CultureInfo.InvariantCulture), 128, 256);
            Assert.DoesNotMatch("NULL|EXP|RC4|DES|MD5|ADH|AECDH", cipher.Groups["name"].Value);
        });
    }

    [Fact]
    public async Task OpenSsl_ThatRenegotiates_IsRefusedAndReleased()
    {
        string tool = Find("openssl");
        await using RunningServer server = await StartAsync();
        using Process client = Start(tool, ["s_client", "-tls1_2", "-connect", server.Addresses["tls"]]);
        await server.WaitForStatsAsync("tls", stats => stats.GetProperty("openConnections").GetInt64() == 1);
        // A line with the letter R makes it renegotiate.
        await client.StandardInput.WriteAsync("R\n");
        await client.StandardInput.FlushAsync(TestContext.Current.CancellationToken);
        await server.WaitForStatsAsync("tls", stats => stats.GetProperty("openConnections").GetInt64() == 0);
        client.Kill();
        Assert.Contains("RENEGOTIATING", await client.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken)
            + await client.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        using StreamClient next = await StreamClient.ConnectAsync(server, "tls");
        await next.ExchangeAsync(1000);
    }

    /// <summary>Words that are no frame, random bytes, and a stream that is closed at once, at each receiver that has a port.</summary>
    [ExhaustiveFact]
    public async Task Netcat_SendsNonsenseToEveryPort_AllAreReleasedAndServe()
    {
        string tool = Find("nc");
        await using RunningServer server = await StartAsync();
        string[] kinds = [.. server.Addresses
            .Where(address => address.Value.Contains(':', StringComparison.Ordinal))
            .Select(one => one.Key)];
        Assert.True(kinds.Length >= 9, string.Join(' ', kinds));
        byte[] random = new byte[100_000];
        new Random(4711).NextBytes(random);
        foreach (string kind in kinds)
        {
            string[] address = Regex.Match(server.Addresses[kind], @"([\d.]+):(\d+)").Groups.Values
                .Skip(1)
                .Select(part => part.Value)
                .ToArray();
            foreach (byte[] bytes in (byte[][])["GET me a file"u8.ToArray(), random, []])
            {
                using Process netcat = Start(tool, ["-N", "-w", "10", .. address]);
                try
                {
                    await netcat.StandardInput.BaseStream.WriteAsync(bytes, TestContext.Current.CancellationToken);
                    netcat.StandardInput.Close();
                }
                catch (IOException)
                {
                    // The server has closed already.
                }

                await netcat
                    .WaitForExitAsync(TestContext.Current.CancellationToken)
                    .WaitAsync(s_limit, TestContext.Current.CancellationToken);
            }

            await server.WaitForStatsAsync(kind, stats => stats.GetProperty("openConnections").GetInt64() == 0);
        }

        await AssertServesAsync(server);
    }

    /// <summary>Requests that an intermediary and a server could read differently (RFC 9112, 11.2), and plain nonsense.</summary>
    [Theory]
    [InlineData("POST /request HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello")]
    [InlineData("POST /request HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n")]
    [ExhaustiveInlineData("POST /request HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n")]
    [InlineData("POST /request HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n")]
    [ExhaustiveInlineData("POST /request HTTP/1.1\r\nHost: x\r\nX: a\r\n b: folded\r\n\r\n")]
    [ExhaustiveInlineData("POST /request HTTP/1.1\r\nHost : x\r\n\r\n")]
    [ExhaustiveInlineData("GET /request HTTP/1.1\r\n\r\n")]
    [ExhaustiveInlineData("GET /request HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n")]
    [ExhaustiveInlineData("GET /request HTTP/9.9\r\nHost: x\r\n\r\n")]
    [InlineData("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001")]
    public async Task Socat_RequestThatCanBeReadInTwoWays_IsRefusedAndTheConnectionClosed(string request)
    {
        string tool = Find("socat");
        await using RunningServer server = await StartAsync();
        string address = server.Addresses["http"].Replace("http://", "", StringComparison.Ordinal).TrimEnd('/');
        // Its own input stays open: it goes on for as long as -t says after the server has closed.
        using Process socat = Start(tool, ["-t", "1", "-", $"TCP:{address}"]);
        await socat.StandardInput.WriteAsync(request);
        await socat.StandardInput.FlushAsync(TestContext.Current.CancellationToken);
        string answer = await socat.StandardOutput
            .ReadToEndAsync(TestContext.Current.CancellationToken)
            .WaitAsync(s_limit, TestContext.Current.CancellationToken);
        // One refusal and the end of the stream: what follows on the connection is never read as a request.
        Assert.Matches(@"\A(HTTP/1\.1 (4\d\d|505) (?s:(?!HTTP/1\.1).)*)?\z", answer);
        await AssertServesAsync(server);
    }

    [GeneratedRegex(@"\e\[[0-9;]*m")]
    private static partial Regex Colours();

    [GeneratedRegex(@"(?m)^(Accepted|Preferred)\s+\S+\s+(?<bits>\d+) bits\s+(?<name>\S+)")]
    private static partial Regex Cipher();

    private static Task<RunningServer> StartAsync() => RunningServer.StartAsync("--handshake-timeout", "2s", "--idle-timeout", "3s");

    private static async Task AssertServesAsync(RunningServer server)
    {
        using var client = new HttpClient();
        using var content = new ByteArrayContent(Content.Of(1000));
        using HttpResponseMessage response = await client.PutAsync(
            new Uri(new Uri(server.Addresses["http"]), "/upload"), content, TestContext.Current.CancellationToken).WaitAsync(s_limit);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    private static string Find(string tool)
    {
        string? path = ((string[])["/usr/bin", "/usr/local/bin"]).Select(folder => Path.Combine(folder, tool)).FirstOrDefault(File.Exists);
        Assert.SkipUnless(path is not null, $"needs {tool}");
        return path!;
    }

    private static Process Start(string tool, string[] arguments) => Process.Start(new ProcessStartInfo(tool, arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    })!;

    private static async Task<(int ExitCode, string Output)> RunAsync(string tool, params string[] arguments)
    {
        using Process process = Start(tool, arguments);
        try
        {
            process.StandardInput.Close();
            Task<string> output = process.StandardOutput.ReadToEndAsync();
            Task<string> errors = process.StandardError.ReadToEndAsync();
            await Task.WhenAll(output, errors, process.WaitForExitAsync()).WaitAsync(s_limit);
            return (process.ExitCode, await output + await errors);
        }
        finally
        {
            process.Kill();
        }
    }
}
