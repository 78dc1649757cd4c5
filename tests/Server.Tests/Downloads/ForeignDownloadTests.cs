using System.Diagnostics;
using System.Globalization;
using FileTransfer.Server.Tests.Processes;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Clients that share no code with .NET's: curl(1), wget(1), aria2c(1), h2load(1) and wrk(1).</summary>
/// <remarks>Over http-kestrel-socket the ways of Kestrel are served as in an application with the package for Kestrel.</remarks>
public sealed class ForeignDownloadTests(FilesServer server) : IClassFixture<FilesServer>, IDisposable
{
    private readonly DirectoryInfo _target = Directory.CreateTempSubdirectory("filetransfer-foreign-");

    private static readonly (string Kind, string Options)[] s_kestrel =
    [
        ("http", "--http1.1"),
        ("http-default", "--http1.1"),
        ("http-kestrel-socket", "--http1.1"),
        ("http2", "--http2-prior-knowledge"),
        ("https", "--http1.1 --insecure"),
        ("https", "--http2 --insecure"),
    ];

    /// <summary>Ways that answer ranges.</summary>
    private static readonly string[] s_withRanges = ["static-files", "results-file", "file-sender", "raw-send-file", "raw-splice"];

    public static TheoryData<string, string, string> WaysByCurl =>
    [
        .. from way in ServingWay.All
           from one in way.Transports.Count == 1 ? [(way.Transports[0], "--http1.1")] : s_kestrel
           select (way.Name, one.Item1, one.Item2),
    ];

    public static TheoryData<string> WaysWithRanges => [.. s_withRanges];

    public static TheoryData<string, string, string> WaysWithRangesByCurl =>
    [
        .. from way in ServingWay.All.Where(way => s_withRanges.Contains(way.Name))
           from one in way.Transports.Count == 1 ? [(way.Transports[0], "--http1.1")] : s_kestrel
           select (way.Name, one.Item1, one.Item2),
    ];

    public static TheoryData<string> Ways => [.. FilesServer.Ways];

    /// <summary>With many connections at once: one way of Kestrel's and those on sockets, but for the exhaustive run.</summary>
    public static TheoryData<string> WaysAtOnce => [.. FilesServer.Ways.Where(way => s_withRanges.Contains(way) || Exhaustive.IsAskedFor)];

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
    [MemberData(nameof(WaysWithRangesByCurl))]
    public async Task Curl_RangeAndResume_PutTheFileTogether(string way, string kind, string options)
    {
        string target = Path.Combine(_target.FullName, "file");
        string url = Url(way, kind, "large.bin");
        string[] curl = [.. Curl, .. options.Split(' '), "--output", target];
        await RunAsync("curl", [.. curl, "--range", "0-999999", url]);
        Assert.Equal(1_000_000, new FileInfo(target).Length);
        await RunAsync("curl", [.. curl, "--continue-at", "-", url]);
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

    [Theory]
    [MemberData(nameof(WaysWithRanges))]
    public async Task Wget_PartOfTheFile_GetsTheRest(string way)
    {
        byte[] whole = server.BytesOf("large.bin");
        string target = Path.Combine(_target.FullName, "large.bin");
        foreach (string url in UrlsOf(way, "large.bin"))
        {
            await File.WriteAllBytesAsync(target, whole[..1_234_567], TestContext.Current.CancellationToken);
            await RunAsync(
                "wget",
                [
                    "--quiet", "--no-proxy", "--tries=1", "--no-check-certificate", "--continue",
                    "--directory-prefix", _target.FullName, url,
                ]);
            Assert.Equal(whole, await File.ReadAllBytesAsync(target, TestContext.Current.CancellationToken));
        }
    }

    /// <summary>Sixteen connections, each with a range of its own.</summary>
    [ExhaustiveTheory]
    [MemberData(nameof(WaysAtOnce))]
    public async Task Aria2_SixteenRanges_PutTheFileTogether(string way)
    {
        const string Name = "huge.bin";
        const int Size = 20 << 20;
        server.Write(Name, Size);
        foreach (string url in UrlsOf(way, Name))
        {
            string log = Path.Combine(_target.FullName, "log");
            await RunAsync(
                "aria2c",
                [
                    "--no-conf", "--quiet", "--all-proxy=", "--check-certificate=false", "--max-tries=1", "--file-allocation=none",
                    "--allow-overwrite=true", "-x16", "-s16", "-k1M", $"--log={log}", "--log-level=info", $"--dir={_target.FullName}",
                    "--out=file", url,
                ]);
            byte[] received = await File.ReadAllBytesAsync(Path.Combine(_target.FullName, "file"), TestContext.Current.CancellationToken);
            Assert.True(server.BytesOf(Name).AsSpan().SequenceEqual(received), $"{url}: another file");
            string[] ranges = [.. (await File.ReadAllLinesAsync(log, TestContext.Current.CancellationToken))
                .Where(line => line.StartsWith("Content-Range:", StringComparison.OrdinalIgnoreCase))];
            // How many it needs depends on the pace of each; a server that ignores ranges is asked once.
            Assert.True(!s_withRanges.Contains(way) || ranges.Distinct().Count() >= 2, $"{url}: {ranges.Length} ranges");
            File.Delete(log);
        }
    }

    [Theory]
    [MemberData(nameof(WaysByCurl))]
    public async Task H2Load_ManyAtATime_AllSucceed(string way, string kind, string options)
    {
        const int Requests = 20;
        string[] protocol = options.Contains("http2", StringComparison.Ordinal) ? [] : ["--h1"];
        string words = await RunAsync("h2load", [.. protocol, "-n", $"{Requests}", "-c", "4", "-m", "8", Url(way, kind, "large.bin")]);
        Assert.Contains($"{Requests} succeeded, 0 failed, 0 errored, 0 timeout", words, StringComparison.Ordinal);
        Assert.Contains($"status codes: {Requests} 2xx, 0 3xx, 0 4xx, 0 5xx", words, StringComparison.Ordinal);
        string data = string.Create(CultureInfo.InvariantCulture, $"({(long)Requests * FilesServer.LargeSize}) data");
        Assert.Contains(data, words, StringComparison.Ordinal);
    }

    /// <summary>Each receiver that it can speak to, or two of them: a run takes a second at least.</summary>
    public static TheoryData<string, string> Asked { get; } = new(Exhaustive.Or<(string, string)[]>(
        [("copy", "http"), ("file-sender", "http-file-sender"), ("static-files", "http-kestrel-socket")],
        [
            ("copy", "http"), ("results-file", "http-default"), ("body-writer-64k", "https"), ("kestrel-socket", "http-kestrel-socket"),
            ("static-files", "http-kestrel-socket"), ("file-sender", "http-file-sender"), ("raw-send-file", "http-file-sender"),
            ("raw-splice", "http-file-sender"),
        ]));

    [Theory]
    [MemberData(nameof(Asked))]
    public async Task Wrk_ForASecond_HasNoErrors(string way, string kind)
    {
        string words = await RunAsync("wrk", ["-t1", "-c8", "-d1s", "--timeout", "20s", Url(way, kind, "small.bin")]);
        for (int i = 0; i < 5 && words.Contains(" 0 requests in", StringComparison.Ordinal); i++)
        {
            // On a busy machine none may be answered within a second.
            words = await RunAsync("wrk", ["-t1", "-c8", "-d1s", "--timeout", "20s", Url(way, kind, "small.bin")]);
        }

        Assert.Matches("[1-9][0-9]* requests in", words);
        Assert.DoesNotContain("Non-2xx", words, StringComparison.Ordinal);
        Assert.DoesNotContain("Socket errors", words, StringComparison.Ordinal);
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

    /// <summary>The file over HTTP/1.1, plain and, where the way is served there, over TLS and beneath Kestrel.</summary>
    private IEnumerable<string> UrlsOf(string way, string name)
    {
        bool isKestrels = ServingWay.All.Single(one => one.Name == way).Transports.Contains("https");
        return ((string[])[FilesServer.KindOf(way), .. isKestrels ? ["https", "http-kestrel-socket"] : Array.Empty<string>()])
            .Select(kind => Url(way, kind, name));
    }

    private string Url(string way, string kind, string name) => server.UrlOf(kind) + FilesServer.PathOf(way, name);

    private static string Find(string tool)
    {
        string? path = ((string[])["/usr/bin", "/usr/local/bin"]).Select(folder => Path.Combine(folder, tool)).FirstOrDefault(File.Exists);
        Assert.SkipUnless(path is not null, $"needs {tool}");
        return path!;
    }

    private static async Task<string> RunAsync(string program, IEnumerable<string> arguments)
    {
        using Process process = Process.Start(
            new ProcessStartInfo(Find(program), arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
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
