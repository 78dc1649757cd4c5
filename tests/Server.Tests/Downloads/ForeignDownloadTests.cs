using System.Diagnostics;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Clients that share no code with .NET's: curl(1) and wget(1).</summary>
public sealed class ForeignDownloadTests(FilesServer server) : IClassFixture<FilesServer>, IDisposable
{
    private readonly DirectoryInfo _target = Directory.CreateTempSubdirectory("filetransfer-foreign-");

    private static readonly (string Kind, string Options)[] s_kestrel =
    [
        ("http", "--http1.1"),
        ("http-default", "--http1.1"),
        ("http2", "--http2-prior-knowledge"),
        ("https", "--http1.1 --insecure"),
        ("https", "--http2 --insecure"),
    ];

    public static TheoryData<string, string, string> WaysByCurl =>
    [
        .. from way in FilesServer.Ways
           from one in way == "file-sender" ? [("http-file-sender", "--http1.1")] : s_kestrel
           select (way, one.Item1, one.Item2),
    ];

    public static TheoryData<string> WaysWithRanges => ["static-files", "results-file", "file-sender"];

    public static TheoryData<string> Ways => [.. FilesServer.Ways];

    public void Dispose() => _target.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(WaysByCurl))]
    public async Task Curl_EveryVersion_GetsTheFile(string way, string kind, string options)
    {
        string target = Path.Combine(_target.FullName, "file");
        await RunAsync("curl", [.. Curl, .. options.Split(' '), "--output", target, Url(way, kind, "large.bin")]);
        Assert.Equal(server.BytesOf("large.bin"), await File.ReadAllBytesAsync(target, TestContext.Current.CancellationToken));
    }

    [Theory]
    [MemberData(nameof(WaysWithRanges))]
    public async Task Curl_RangeAndResume_PutTheFileTogether(string way)
    {
        string target = Path.Combine(_target.FullName, "file");
        string url = Url(way, FilesServer.KindOf(way), "large.bin");
        await RunAsync("curl", [.. Curl, "--range", "0-999999", "--output", target, url]);
        Assert.Equal(1_000_000, new FileInfo(target).Length);
        await RunAsync("curl", [.. Curl, "--continue-at", "-", "--output", target, url]);
        Assert.Equal(server.BytesOf("large.bin"), await File.ReadAllBytesAsync(target, TestContext.Current.CancellationToken));
    }

    [Theory]
    [MemberData(nameof(WaysWithRanges))]
    public async Task Curl_TagItHas_GetsNothing(string way)
    {
        string tag = Path.Combine(_target.FullName, "tag");
        string target = Path.Combine(_target.FullName, "file");
        string url = Url(way, FilesServer.KindOf(way), "small.bin");
        string[] arguments = [.. Curl, "--write-out", "%{http_code}", "--output", target];
        Assert.Equal("200", await RunAsync("curl", [.. arguments, "--etag-save", tag, url]));
        string expected = way == "results-file" ? "200" : "304";
        // Results.File sends a tag only when the program gives it one.
        Assert.Equal(expected, await RunAsync("curl", [.. arguments, "--etag-compare", tag, url]));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Wget_GetsTheFile(string way)
    {
        string target = Path.Combine(_target.FullName, "file");
        await RunAsync(
            "wget",
            ["--quiet", "--no-proxy", "--tries=1", "--output-document", target, Url(way, FilesServer.KindOf(way), "large.bin")]);
        Assert.Equal(server.BytesOf("large.bin"), await File.ReadAllBytesAsync(target, TestContext.Current.CancellationToken));
    }

    /// <summary>curl resolves dot segments itself unless it is told not to.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Curl_PathAsIs_GetsNothingFromOutside(string way)
    {
        string root = $"{server.UrlOf(FilesServer.KindOf(way))}/serve/{way}";
        string status = await RunAsync(
            "curl",
            [
                "--silent", "--noproxy", "*", "--path-as-is", "--output", "/dev/null", "--write-out", "%{http_code}",
                $"{root}/../secret.txt",
            ]);
        Assert.Equal("400", status);
    }

    private static string[] Curl => ["--silent", "--show-error", "--fail", "--noproxy", "*", "--max-time", "20"];

    private string Url(string way, string kind, string name) => server.UrlOf(kind) + FilesServer.PathOf(way, name);

    private static async Task<string> RunAsync(string program, IEnumerable<string> arguments)
    {
        using Process process = Process.Start(
            new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string output = await process.StandardOutput
            .ReadToEndAsync(TestContext.Current.CancellationToken)
            .WaitAsync(ServerCommand.Limit, TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken)
            .WaitAsync(ServerCommand.Limit, TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0, $"{program} ended with {process.ExitCode}: {await errors}{output}");
        return output;
    }
}
