using System.Globalization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>Loads of servers of another make: what is proven, what is refused, and what is said before the first request.</summary>
public sealed class UrlLoadTests : IDisposable
{
    private const int Size = 1000;
    private const string Ok = "HTTP/1.1 200 OK\r\n";

    private static readonly string s_content = new('x', Size);
    private static readonly string s_file = $"{Ok}Content-Length: {Size}\r\n\r\n{s_content}";

    private readonly TemporaryFolder _folder = new();

    /// <summary>Whole answers that are not the file, and what is said of them.</summary>
    private static readonly (string Name, string Answer, string Message)[] s_odd =
    [
        ("redirect", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/else\r\nContent-Length: 0\r\n\r\n",
            "answered 302 instead of 200; redirects are not followed: it leads to 'http://127.0.0.1:1/else'"),
        ("missing", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "answered 404 instead of 200; there is nothing at this address"),
        ("failed", "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n",
            "answered 500 instead of 200; the server itself failed"),
        ("shorter", $"{Ok}Content-Length: 999\r\n\r\n{s_content[1..]}", "announced 999 bytes, but the file has 1000"),
        ("longer", $"{Ok}Content-Length: 1001\r\n\r\n{s_content}x", "announced 1001 bytes, but the file has 1000"),
        ("other", $"{Ok}Content-Length: 1000\r\n\r\n{s_content[1..]}y", "it serves another file, or one that changes"),
        ("compressed", $"{Ok}Content-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n{s_content}",
            "content encoding 'gzip', which was not asked"),
        ("chunks-longer", $"{Ok}Transfer-Encoding: chunked\r\n\r\n3e9\r\n{s_content}x\r\n0\r\n\r\n", "more than the 1000 bytes"),
    ];

    public static TheoryData<string, string, string> Odd =>
        [.. from one in s_odd from client in (string[])["get-drain", "get-stream"] select (one.Name, client, one.Message)];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("get-drain")]
    [InlineData("get-stream")]
    [InlineData("get-copy-to", "--rate", "400", "--schedule", "poisson", "--max-lateness", "1m")]
    public async Task Send_LoadOfADownload_IsProvenByTheClient(string client, params string[] more)
    {
        using var server = new OddHttpServer(_ => s_file);
        LoadResult result = await LoadAsync(["--url", server.Url, "--strategy", client, .. more]);
        Assert.Equal(($"{client}@{server.Url}", "client", 3), (result.Strategy, result.Proof, result.Connections));
        Assert.True(result.Transfers > 0);
        Assert.Equal((0, Size), (result.VerifiedTransfers, result.SizeBytes));
        Assert.Null(result.ReceiverCpuSecondsPerGB);
        Assert.Null(result.ServerInstance);
        Assert.Null(result.Environment.Receiver);
        Assert.Equal(more.Length > 0 ? 400 : null, result.RatePerSecond.Asked);
        // The first, verified one has a connection of its own, which is not counted.
        Assert.Equal(3, Assert.Single(result.Observations!).Value);
        // The file was fetched once before, and one more was verified.
        Assert.True(server.Requests >= 2 + result.Transfers + result.CheckedByChecksum);
    }

    /// <summary>In chunks, and over connections that the server closes after each answer, it is still the file.</summary>
    [Theory]
    [InlineData("get-drain")]
    [InlineData("get-stream")]
    public async Task Send_LoadOfADownloadInChunksOnClosedConnections_CountsThem(string client)
    {
        using var server = new OddHttpServer(request => request.Number % 2 == 0
            ? $"{Ok}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{s_content}\r\n0\r\n\r\n"
            : $"{Ok}Connection: close\r\nContent-Length: {Size}\r\n\r\n{s_content}");
        LoadResult result = await LoadAsync(["--url", server.Url, "--strategy", client]);
        Assert.True(result.Transfers > 0);
        Assert.True(Assert.Single(result.Observations!).Value > 3);
    }

    /// <summary>Each range is as long as it should be, at its place, and checked by its own checksum.</summary>
    [Fact]
    public async Task Send_LoadOfRanges_FetchesEachPartOverAConnectionOfItsOwn()
    {
        string content = string.Create(CultureInfo.InvariantCulture, $"{new string('a', 400)}{new string('b', 600)}");
        var asked = new System.Collections.Concurrent.ConcurrentDictionary<string, int>();
        using var server = new OddHttpServer(request =>
        {
            string? range = request.Head.Split("\r\n")
                .FirstOrDefault(line => line.StartsWith("Range: bytes=", StringComparison.Ordinal))?["Range: bytes=".Length..];
            if (range is null)
            {
                return $"{Ok}Content-Length: {Size}\r\n\r\n{content}";
            }

            asked.AddOrUpdate(range, 1, (_, count) => count + 1);
            int[] ends = [.. range.Split('-').Select(end => int.Parse(end, CultureInfo.InvariantCulture))];
            string part = content[ends[0]..(ends[1] + 1)];
            return $"HTTP/1.1 206 Partial Content\r\nContent-Length: {part.Length}\r\nContent-Range: bytes {range}/{Size}\r\n\r\n{part}";
        });
        string file = _folder.File("ranges.json");
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "send", "--url", server.Url, "--strategy", "get-stream", "--ranges", "3", "--warmup", "5", "--count", "50",
            "--output", file);
        Assert.True(exitCode == ExitCode.Success, $"{output}\n{errors}");
        LoadResult result = LoadFile.Load(file);
        Assert.Equal((3, 3, "client"), (result.Ranges, result.Connections, result.Proof));
        Assert.True(result.Transfers > 0);
        Assert.Equal(["0-332", "333-665", "666-999"], asked.Keys.Order(StringComparer.Ordinal));
        Assert.Contains("each file in 3 ranges at once", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_LoadOfRangesThatAreNotServed_Fails()
    {
        using var server = new OddHttpServer(_ => s_file);
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "send", "--url", server.Url, "--strategy", "get-stream", "--ranges", "2", "--count", "50");
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.Contains("it serves no parts of this file; leave --ranges out", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("accepted", "http-put-send-file")]
    [InlineData("accepted", "http-multipart-stream")]
    [InlineData("count", "http-post-stream", "--proof", "json:bytes")]
    [InlineData("checksum", "http-post-send-file", "--proof", "json:crc32c")]
    public async Task Send_LoadOfUploadsOfSeveralSizes_SaysWhatProvesThem(string proof, string client, params string[] more)
    {
        using var server = new OddHttpServer(request =>
        {
            var crc = new Crc32C();
            crc.Append(request.Body);
            string told = string.Create(
                CultureInfo.InvariantCulture, $"{{\"bytes\":{request.Body.Length},\"crc32c\":\"{crc.Value:x8}\"}}");
            return $"HTTP/1.1 201 Created\r\nContent-Length: {told.Length}\r\n\r\n{told}";
        });
        LoadResult result = await LoadAsync(
            ["--url", server.Url, "--strategy", client, "--size", "1K:3,10K:1", "--expect", "201", .. more]);
        Assert.Equal(proof, result.Proof);
        Assert.Equal([1024, 10240], result.Sizes.Select(size => size.Bytes));
        Assert.Equal((0, 0), (result.VerifiedTransfers, result.CheckedByChecksum));
        Assert.True(result.Transfers > 0);
    }

    [Fact]
    public async Task Send_LoadOfUploads_WithOneWrongChecksum_Fails()
    {
        using var server = new OddHttpServer(request =>
        {
            var crc = new Crc32C();
            crc.Append(request.Number == 20 ? request.Body.AsSpan(1) : request.Body);
            string told = $"{{\"crc32c\":\"{crc.Value:x8}\"}}";
            return $"{Ok}Content-Length: {told.Length}\r\n\r\n{told}";
        });
        await AssertFailsAsync(
            "something else arrived, or 'crc32c' is no checksum of the file alone",
            ["--url", server.Url, "--strategy", "http-put-stream", "--size", "1K", "--proof", "json:crc32c"]);
    }

    [Fact]
    public async Task Send_LoadOfUploads_ThatAreCountedWithTheForm_Fails()
    {
        using var server = new OddHttpServer(request =>
        {
            string told = $"{{\"bytes\":{request.Body.Length}}}";
            return $"{Ok}Content-Length: {told.Length}\r\n\r\n{told}";
        });
        await AssertFailsAsync(
            "bytes arrived, and the file has 1024: something is missing, or it counts the form around the file as well",
            ["--url", server.Url, "--strategy", "http-multipart-buffered", "--size", "1K", "--proof", "json:bytes"]);
    }

    [Theory]
    [MemberData(nameof(Odd))]
    public async Task Send_LoadOfWhatIsNotTheFile_Fails(string name, string client, string message)
    {
        using var server = new OddHttpServer(_ => s_odd.Single(one => one.Name == name).Answer);
        await AssertFailsAsync(message, ["--url", server.Url, "--strategy", client, "--file", await FileAsync()]);
    }

    /// <summary>Not from the beginning: content that differs is no error of a connection, and ends the load.</summary>
    [Theory]
    [InlineData("get-drain")]
    [InlineData("get-stream")]
    public async Task Send_LoadOfAFileThatChanges_FailsWhateverErrorsAreAllowed(string client)
    {
        using var server = new OddHttpServer(request => request.Number < 30 ? s_file : s_odd.Single(one => one.Name == "shorter").Answer);
        await AssertFailsAsync(
            "announced 999 bytes, but the file has 1000",
            ["--url", server.Url, "--strategy", client, "--max-errors", "100%"]);
    }

    /// <summary>
    /// The last transfers of the load fail too, and those behind it: where chance has checked no response, more are fetched until one is.
    /// Those that come then do not fail: few may in all, however long that takes.
    /// </summary>
    [Theory]
    [InlineData("get-drain")]
    [InlineData("get-stream")]
    public async Task Send_LoadWithErrorsThatAreAllowed_GoesOnAndCountsThem(string client)
    {
        using var server = new OddHttpServer(request => request.Number < 116 && (request.Number % 10 == 0 || request.Number > 108)
            ? s_odd.Single(one => one.Name == "failed").Answer
            : s_file);
        LoadResult result = await LoadAsync(["--url", server.Url, "--strategy", client, "--max-errors", "50%"]);
        Assert.True(result.Errors["rejected"] > 0);
        Assert.Equal(100, result.Transfers + result.CheckedByChecksum + result.Errors.Values.Sum());
    }

    [Fact]
    public async Task Send_LoadOverACertificateOfNobody_NeedsInsecureAndSaysSo()
    {
        using var server = new OddHttpServer(_ => s_file, isEncrypted: true);
        string[] arguments = ["--url", server.Url, "--file", await FileAsync()];
        await AssertFailsAsync("--insecure accepts any certificate", arguments);
        LoadResult result = await LoadAsync([.. arguments, "--insecure"]);
        Assert.Equal("https", result.Transport);
        Assert.Contains(result.Environment.Warnings, warning => warning.StartsWith("--insecure was used", StringComparison.Ordinal));
    }

    /// <summary>It takes the minute that a response may take.</summary>
    [ExhaustiveTheory]
    [InlineData("get-drain")]
    [InlineData("get-stream")]
    public async Task Send_LoadOfAResponseSlowerThanTheLimit_Fails(string client)
    {
        using var server = new OddHttpServer(_ => $"{Ok}Content-Length: {Size}\r\n\r\n{s_content[1..]}");
        await AssertFailsAsync("", ["--url", server.Url, "--strategy", client, "--file", await FileAsync()]);
    }

    /// <summary>The sweep fetches the file once, records no secret, and keeps to its thresholds.</summary>
    [ExhaustiveFact]
    public async Task Load_OfAnAddress_SweepsJudgesAndRecordsNoSecret()
    {
        using var server = new OddHttpServer(request =>
            request.Head.Contains("\r\nX-Key: secret\r\n", StringComparison.Ordinal) ? s_file : "HTTP/1.1 403 Forbidden\r\n\r\n");
        string[] arguments =
        [
            "load", "--url", server.Url, "--header", "X-Key: secret", "--header", "X-Two: 2", "--connections", "1,2", "--duration", "200ms",
            "--warmup", "50ms", "--fail-if", "errors>0", "--metrics", _folder.File("load.prom"),
        ];
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync([.. arguments, "--output", _folder.File("one")]);
        Assert.True(exitCode == ExitCode.Success, output + errors);
        Assert.Contains("proof       the length of every response", output, StringComparison.Ordinal);
        Assert.Contains($"repeat with: filetransfer load --url {server.Url} --header 'X-Key:***'", output, StringComparison.Ordinal);
        foreach (string file in Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories))
        {
            string text = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
            Assert.DoesNotContain("secret", text, StringComparison.Ordinal);
        }

        string page = await File.ReadAllTextAsync(Path.Combine(_folder.File("one"), "load.md"), TestContext.Current.CancellationToken);
        Assert.Contains("Proof: the length of every response", page, StringComparison.Ordinal);

        (exitCode, output, _) = await HarnessProcess.RunHereAsync(
            [.. arguments, "--fail-if", "p50>1ns", "--output", _folder.File("two")]);
        Assert.Equal(ExitCode.Failed, exitCode);
        Assert.Contains("p50>1ns", output, StringComparison.Ordinal);
    }

    private async Task<string> FileAsync()
    {
        string file = _folder.File("file");
        await File.WriteAllTextAsync(file, s_content, TestContext.Current.CancellationToken);
        return file;
    }

    private async Task<LoadResult> LoadAsync(string[] arguments)
    {
        string file = _folder.File("result.json");
        (int exitCode, string output, string errors) = await SendAsync([.. arguments, "--output", file]);
        Assert.True(exitCode == ExitCode.Success, $"{output}\n{errors}");
        return LoadFile.Load(file);
    }

    private static async Task AssertFailsAsync(string message, string[] arguments)
    {
        (int exitCode, string output, string errors) = await SendAsync(arguments);
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Equal(1, errors.TrimEnd().Split('\n').Count(line => line.StartsWith("error: ", StringComparison.Ordinal)));
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
    }

    /// <summary>A number of transfers, because on a busy machine none may end within a short time.</summary>
    private static Task<(int ExitCode, string Output, string Errors)> SendAsync(string[] arguments) =>
        HarnessProcess.RunHereAsync(["send", "--connections", "3", "--warmup", "10", "--count", "100", .. arguments]);
}
