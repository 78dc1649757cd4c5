using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Tests.Http;

/// <summary>Clients that share no code with .NET's: curl(1) and h2load(1).</summary>
public sealed class ForeignClientTests(HttpServerFixture server) : IClassFixture<HttpServerFixture>
{
    private const int Size = 1_234_567;
    private static readonly TimeSpan s_limit = Hang.Limit;

    /// <summary>
    /// What curl sends when it is told to; each has its status, and the server answers the next. Of a length beside a coding the coding
    /// counts, and the connection is closed (RFC 9112, 6.3).
    /// </summary>
    [Theory]
    [InlineData("400", "--request", "PUT", "--data-binary", "x", "--header", "Content-Length: -1")]
    [InlineData("200", "--request", "PUT", "--data-binary", "x", "--header", "Content-Length: 5", "--header", "Transfer-Encoding: chunked")]
    [InlineData("400", "--request", "PUT", "--data-binary", "x", "--header", "Content-Length: 1", "--header", "Content-Length: 2")]
    [InlineData("400", "--request", "PUT", "--data-binary", "x", "--header", "Transfer-Encoding: gzip")]
    [InlineData("400", "--header", "Host:")]
    [InlineData("400", "--request", "GE T")]
    [InlineData("400", "--form", "file=x", "--header", "Content-Type: multipart/form-data")]
    [InlineData("404", "--path-as-is", "--request-target", "/../../etc/passwd")]
    [InlineData("404", "--request-target", "/%2e%2e%2f%2e%2e%2fetc/passwd")]
    [InlineData("405", "--request", "DELETE")]
    public async Task Curl_MalformedRequest_HasItsStatusAndTheServerLivesOn(string status, params string[] options)
    {
        string url = $"{server["http"].Endpoint}/upload";
        string[] common = ["--silent", "--output", "/dev/null", "--write-out", "%{http_code}", "--max-time", "20"];
        Assert.Equal(status, await RunAsync("curl", [.. common, .. options, url]));
        Assert.Equal("200", await RunAsync("curl", [.. common, "--request", "PUT", "--data-binary", "x", url]));
    }

    [Theory]
    [InlineData("http", "--http1.1")]
    [InlineData("http-default", "--http1.1")]
    [InlineData("http2", "--http2-prior-knowledge")]
    [InlineData("https", "--http1.1 --insecure")]
    [InlineData("https", "--http2 --insecure")]
    public async Task Curl_FormAndPut_AreCountedAndVerified(string kind, string options)
    {
        byte[] content = Content.Of(Size);
        string file = Path.Combine(Path.GetTempPath(), $"curl \"quoted\" {Guid.NewGuid():N}.bin");
        await File.WriteAllBytesAsync(file, content, TestContext.Current.CancellationToken);
        try
        {
            string expected = string.Create(
                CultureInfo.InvariantCulture,
                $$"""{"bytes":{{Size}},"crc32c":"{{BitwiseCrc32C.FieldOf(content)[8..].ToLowerInvariant()}}"}""");
            string url = $"{server[kind].Endpoint}/upload?verify=true";
            Assert.Equal(expected, await RunAsync("curl", [
                .. options.Split(' '),
                "--silent",
                "--show-error",
                "--fail-with-body",
                "--max-time",
                "20",
                "--form",
                $"file=@\"{file.Replace("\"", "\\\"", StringComparison.Ordinal)}\"",
                url,
            ]));
            Assert.Equal(expected, await RunAsync("curl", [
                .. options.Split(' '),
                "--silent",
                "--show-error",
                "--fail-with-body",
                "--max-time",
                "20",
                "--upload-file",
                file,
                "--expect100-timeout",
                "5",
                "--header",
                "Expect: 100-continue",
                url,
            ]));
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData("http2", "")]
    [InlineData("https", "")]
    [InlineData("http", "--h1")]
    public async Task H2Load_ManyInFlight_AllSucceedAndAreCounted(string kind, string options)
    {
        string file = Path.GetTempFileName();
        await File.WriteAllBytesAsync(file, Content.Of(38_890), TestContext.Current.CancellationToken);
        ReceiverStats before = server[kind].Stats;
        try
        {
            string output = await RunAsync("h2load", [
                .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries),
                "--requests=500",
                "--clients=4",
                "--max-concurrent-streams=8",
                $"--data={file}",
                $"{server[kind].Endpoint}/request",
            ]);
            Assert.Contains("500 succeeded, 0 failed, 0 errored, 0 timeout", output, StringComparison.Ordinal);
            Assert.Equal(500, server[kind].Stats.Frames - before.Frames);
            Assert.Equal(500L * 38_890, server[kind].Stats.Bytes - before.Bytes);
            Assert.Equal(4, server[kind].Stats.Connections - before.Connections);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static async Task<string> RunAsync(string program, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(program) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        Process process;
        try
        {
            process = Process.Start(start)!;
        }
        catch (Win32Exception)
        {
            Assert.Skip($"{program} is not installed");
            throw;
        }

        using (process)
        {
            Task<string> errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            string output = await process.StandardOutput
                .ReadToEndAsync(TestContext.Current.CancellationToken)
                .WaitAsync(s_limit, TestContext.Current.CancellationToken);
            await process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(s_limit, TestContext.Current.CancellationToken);
            Assert.True(process.ExitCode == 0, $"{program} ended with {process.ExitCode}: {await errors}{output}");
            return output;
        }
    }
}
