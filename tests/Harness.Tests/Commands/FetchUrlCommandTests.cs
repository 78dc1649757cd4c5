using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>The command by which scripts compare servers that nobody here wrote.</summary>
public sealed class FetchUrlCommandTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private const string Kind = "http-file-sender";

    private string Url => server.Process.Ready.Endpoints[Kind];

    [Theory]
    [InlineData("serve-file-sender")]
    [InlineData("serve-raw-splice")]
    [InlineData("serve-file-sender-get-stream")]
    public async Task FetchUrl_OfAServer_PrintsOneLine(string strategy)
    {
        string file = PayloadStore.Get(new ByteSize(1 << 10)).Payload.Path;
        (int exitCode, string output, string errors) = await RunAsync(Url, "--file", file, "--strategy", strategy, "--duration", "100ms");
        Assert.Equal((ExitCode.Success, ""), (exitCode, errors));
        string number = "[1-9][0-9]*";
        Assert.Matches(
            $"^strategy={strategy} bytes=1024 transfers={number} samples={number} checked={number} "
            + $"p50_ns={number} p99_ns={number} mean_ns={number}\n$",
            output.ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task FetchUrl_OfAnotherFile_FailsAndPrintsNoNumber()
    {
        using var folder = new TemporaryFolder();
        string file = folder.File(Path.GetFileName(PayloadStore.Get(new ByteSize(1 << 10)).Payload.Path));
        await File.WriteAllBytesAsync(file, new byte[1 << 10], TestContext.Current.CancellationToken);
        (int exitCode, string output, string errors) = await RunAsync(Url, "--file", file, "--duration", "100ms");
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.Contains("CRC-32C", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ftp://127.0.0.1:1", "serve-copy", "is no address of a server without TLS")]
    [InlineData("nonsense", "serve-copy", "is no address of a server without TLS")]
    [InlineData("http://127.0.0.1:1", "send-file", "is no download over HTTP")]
    [InlineData("http://127.0.0.1:1", "fetch-file-sender", "is no download over HTTP")]
    [InlineData("http://127.0.0.1:1", "nonsense", "is no download over HTTP")]
    public async Task FetchUrl_BadUsage_ExitCodeTwo(string url, string strategy, string message)
    {
        string file = PayloadStore.Get(new ByteSize(1 << 10)).Payload.Path;
        (int exitCode, string output, string errors) = await RunAsync(url, "--file", file, "--strategy", strategy);
        Assert.Equal((ExitCode.Usage, ""), (exitCode, output));
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    private static Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] arguments) =>
        HarnessProcess.RunLabWithAsync(["fetch-url", .. arguments]);
}
