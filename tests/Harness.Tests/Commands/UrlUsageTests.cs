using System.CommandLine;
using System.Net;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What <c>--url</c> refuses before anything is sent, and what it plans.</summary>
public sealed class UrlUsageTests
{
    private const string Url = "http://127.0.0.1:9/x";
    private const string Other = "http://127.0.0.2:9/x";
    private const string File = "/etc/hostname";

    /// <summary>TEST-NET-1 of RFC 5737: nobody is there, and with --file nothing is fetched.</summary>
    private const string There = "http://192.0.2.1/x";

    [Theory]
    [InlineData("--url: 'ftp://127.0.0.1/x' begins with ftp; only http and https", "bench", "--url", "ftp://127.0.0.1/x")]
    [InlineData("--url: 'nonsense' is no address", "bench", "--url", "nonsense")]
    [InlineData("--url: '/x' ", "send", "--url", "/x")]
    [InlineData("--url: 'no-such-host.invalid' has no address here", "send", "--url", "http://no-such-host.invalid/x")]
    [InlineData("use --header 'Authorization", "bench", "--url", "http://me:secret@127.0.0.1/x")]
    [InlineData("the same address is named twice", "bench", "--url", Url, "--url", Url)]
    [InlineData("send and load measure one client with one --url; bench", "send", "--url", Url, "--url", Other)]
    [InlineData("send and load measure one client with one --url; bench", "send", "--url", Url, "--strategy", "get-*")]
    [InlineData("send and load measure one client with one --url; bench", "load", "--url", Url, "--url", Other)]
    [InlineData("--barrier is for servers of ours", "send", "--url", Url, "--barrier", "x:2")]
    [InlineData("--barrier is for servers of ours", "load", "--url", Url, "--barrier", "x:2")]
    [InlineData(
        "--ranges: get-drain makes one request at a time; add --strategy get-stream",
        "send", "--url", Url, "--ranges", "2", "--file", File)]
    [InlineData(
        "--ranges: an upload to --url is one request",
        "send", "--url", Url, "--ranges", "2", "--strategy", "http-put-stream", "--file", File)]
    [InlineData("--cache is for servers of ours", "load", "--url", Url, "--cache", "cold")]
    [InlineData("leave --sizes out", "load", "--url", Url, "--size", "1K")]
    [InlineData("name what is to be uploaded", "load", "--url", Url, "--strategy", "http-post-stream")]
    [InlineData("--header is for a server that --url names", "load", "--header", "X: 1")]
    [InlineData("--connections 300: get-drain@", "load", "--url", Url, "--connections", "1,300", "--file", File)]
    [InlineData("--server is for servers of ours", "bench", "--url", Url, "--server", "http://127.0.0.1:1")]
    [InlineData("--receiver-buffer is for servers of ours", "bench", "--url", Url, "--receiver-buffer", "64K")]
    [InlineData("--cache is for servers of ours", "send", "--url", Url, "--cache", "cold")]
    [InlineData("--content is for servers of ours", "bench", "--url", Url, "--content", "text")]
    [InlineData("--affinity places a server of ours", "bench", "--url", Url, "--affinity", "split")]
    [InlineData("--affinity places a server of ours", "send", "--url", Url, "--affinity", "same")]
    [InlineData("leave --sizes out", "bench", "--url", Url, "--sizes", "1K")]
    [InlineData("leave --size out", "send", "--url", Url, "--size", "1K", "--strategy", "http-put-stream", "--file", File)]
    [InlineData("name what is to be uploaded", "bench", "--url", Url, "--strategies", "http-put-*")]
    [InlineData("downloads and uploads do different things", "bench", "--url", Url, "--strategies", "get-drain,http-put-stream")]
    [InlineData("'send-file' is no client of --url", "bench", "--url", Url, "--strategies", "send-file")]
    [InlineData("'get-drein' is no client of --url; did you mean get-drain?", "bench", "--url", Url, "--strategies", "get-drein")]
    [InlineData(
        "get-drain cannot reach https://127.0.0.1/x over https; it can use: http",
        "bench", "--url", "https://127.0.0.1/x", "--strategies", "get-drain")]
    [InlineData(
        "get-drain cannot reach http://127.0.0.1:9/x over http2; it can use: http",
        "bench", "--url", Url, "--strategies", "get-drain", "--transport", "http2")]
    [InlineData("--proof is for uploads", "bench", "--url", Url, "--proof", "json:bytes")]
    [InlineData("--proof: 'bytes' names no field", "send", "--url", Url, "--strategy", "http-put-stream", "--proof", "bytes")]
    [InlineData("--proof: 'json:' names no field", "send", "--url", Url, "--strategy", "http-put-stream", "--proof", "json:")]
    [InlineData("--proof: 'json:a:' names no field", "send", "--url", Url, "--strategy", "http-put-stream", "--proof", "json:a:")]
    [InlineData(
        "unknown kind of --proof 'md5'; valid ones: bytes, crc32c, sha256",
        "send", "--url", Url, "--strategy", "http-put-stream", "--proof", "json:a:md5")]
    [InlineData("--expect: '404' is not a number from 200 to 299", "send", "--url", Url, "--expect", "404")]
    [InlineData("--header: 'X Y' is no header", "send", "--url", Url, "--header", "X Y: 1")]
    [InlineData("--header: '' is no header", "send", "--url", Url, "--header", "nonsense")]
    [InlineData("--header: Host belongs to the message", "send", "--url", Url, "--header", "host: x")]
    [InlineData("--header: the value of X is not recorded", "send", "--url", Url, "--header", "X:***")]
    [InlineData("--header is for a server that --url names", "bench", "--header", "X: 1")]
    [InlineData("--insecure is for a server that --url names", "send", "--insecure")]
    [InlineData("--expect is for a server that --url names", "bench", "--expect", "201")]
    [InlineData("--cpus x: 'x' is no number of a processor", "send", "--url", Url, "--cpus", "x")]
    public async Task Usage_Bad_ExitsWithTwoAndOneLine(string message, params string[] arguments)
    {
        var measurer = new FakeMeasurer();
        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(measurer, arguments);
        Assert.Equal((ExitCode.Usage, ""), (exitCode, output));
        Assert.Contains(message, errors, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(1, errors.AsSpan().Count('\n'));
        Assert.Null(measurer.Plan);
    }

    [Fact]
    public async Task Urls_BecomeCasesThatTakeTurns_AndTheCommandRepeatsThem()
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("it's");
        await System.IO.File.WriteAllTextAsync(file, "content", TestContext.Current.CancellationToken);
        var measurer = new FakeMeasurer();
        await HarnessProcess.RunWithAsync(
            measurer, "bench", "--url", Url, "--url", Other, "--file", file, "--strategies", "get-*",
            "--header", "Authorization: Bearer secret", "--insecure", "--output", folder.Path);
        RunPlan plan = measurer.Plan!;
        Assert.Equal(
            [
                "null",
                .. from url in (string[])[Url, Other]
                   from client in (string[])["get-drain", "get-drain-8k", "get-stream", "get-copy-to"]
                   select $"{client}@{url}",
            ],
            plan.Strategies.Select(strategy => strategy.Id));
        Assert.Equal("none", Assert.Single(plan.Placements).Name);
        Assert.Equal((Transport.Http, "download"), (Assert.Single(plan.Transports), plan.Scenario.Name));
        Assert.Null(plan.Files);
        string command = RunDescription.CommandLineOf(plan);
        Assert.Contains($" --strategies get-drain,get-drain-8k,get-stream,get-copy-to ", command, StringComparison.Ordinal);
        Assert.Contains($" --url '{Url}' --url '{Other}' --header 'Authorization:***' --insecure", command, StringComparison.Ordinal);
        IReadOnlyDictionary<string, string> options = RunDescription.Effective(plan);
        Assert.Equal(
            ("yes", $"{Url} {Other}", "Authorization", "url"),
            (options["insecure"], options["url"], options["header"], options["server"]));
        Assert.DoesNotContain(options.Values, value => value.Contains("secret", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("get-drain", Url)]
    [InlineData("get-stream", "https://127.0.0.1:9/x")]
    [InlineData("get-stream", Url, "--transport", "http2")]
    [InlineData("get-stream", Url, "--url", "https://127.0.0.1:9/x")]
    [InlineData("get-stream,get-copy-to", "https://127.0.0.1:9/x", "--strategies", "get-*")]
    [InlineData(
        "http-put-stream,http-put-buffered,http-put-pipe,http-put-os-pipe,http-put-splice",
        "https://127.0.0.1:9/x", "--strategies", "http-put-*")]
    public async Task Clients_AreThoseThatReachEveryAddress(string clients, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        await HarnessProcess.RunWithAsync(measurer, ["bench", "--file", File, "--output", folder.Path, "--url", .. arguments]);
        Assert.Equal(
            clients.Split(','),
            measurer.Plan!.Strategies.Where(strategy => strategy.IsForeign).Select(strategy => strategy.Dimensions.Original).Distinct());
    }

    [Theory]
    [InlineData("json:bytes", "count", UploadProofKind.Bytes)]
    [InlineData("json:size", "count", UploadProofKind.Bytes)]
    [InlineData("json:contentSha256", "checksum", UploadProofKind.Sha256)]
    [InlineData("json:SHA-256", "checksum", UploadProofKind.Sha256)]
    [InlineData("json:crc32c", "checksum", UploadProofKind.Crc32C)]
    [InlineData("json:hash:sha256", "checksum", UploadProofKind.Sha256)]
    [InlineData("json:crc32c:bytes", "count", UploadProofKind.Bytes)]
    public async Task Proof_ByNameOrKind_IsOfEveryUploadAndRepeated(string text, string proof, UploadProofKind kind)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        await HarnessProcess.RunWithAsync(
            measurer, "bench", "--url", Url, "--strategies", "http-post-stream", "--sizes", "1K", "--proof", text, "--output", folder.Path);
        RunPlan plan = measurer.Plan!;
        Assert.Equal(kind, plan.Sender.Url.Proof!.Kind);
        Assert.Equal(proof, plan.Strategies.Single(strategy => strategy.IsForeign).Dimensions.Proof);
        Assert.Contains($" --proof {text}", RunDescription.CommandLineOf(plan), StringComparison.Ordinal);
    }

    /// <summary>With what comes before and after it, the first comparison takes at most a minute.</summary>
    [Fact]
    public async Task Budget_ByDefault_IsLessThanAMinute()
    {
        using var folder = new TemporaryFolder();
        foreach ((string[] more, int seconds) in ((string[], int)[])[([], 50), (["--budget", "70s"], 70), (["--profile", "full"], 300)])
        {
            var measurer = new FakeMeasurer();
            await HarnessProcess.RunWithAsync(
                measurer, ["bench", "--file", File, "--output", folder.Path, "--url", Url, "--url", Other, .. more]);
            Assert.Equal(TimeSpan.FromSeconds(seconds), measurer.Plan!.Budget);
        }
    }

    [Fact]
    public async Task Url_OnAnotherHost_IsNamedInOneLineBeforeTheFirstRequest()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        (_, _, string errors) = await HarnessProcess.RunWithAsync(
            measurer, "bench", "--url", There, "--url", Url, "--file", File, "--output", folder.Path);
        Assert.NotNull(measurer.Plan);
        Assert.Equal(
            "requests go to 192.0.2.1 and nowhere else: up to 2 connections, each with one request after another, as fast as the server "
                + "answers\n",
            errors.ReplaceLineEndings("\n"));
    }

    /// <summary>The default of load ends at 16 connections there.</summary>
    [Theory]
    [InlineData("up to 1 connection, each with one request after another, as fast as the server answers", "send", "--max-errors", "0")]
    [InlineData("up to 7 connections, each with one request after another, as fast as the server answers", "send", "--connections", "7")]
    [InlineData("up to 50 requests per second over up to 1 connection", "send", "--rate", "50")]
    [InlineData("up to 16 connections, each with one request after another, as fast as the server answers", "load")]
    [InlineData(
        "up to 40 connections, each with one request after another, as fast as the server answers", "load", "--connections", "2,40")]
    [InlineData("up to 300 requests per second over up to 8 connections", "load", "--rates", "100,300", "--connections", "8")]
    public void Load_OfAnotherHost_IsNamedWithTheRateBeforeTheFirstRequest(string pace, string command, params string[] more)
    {
        var notices = new StringWriter();
        var options = new SendOptions(notices, TestContext.Current.CancellationToken);
        var root = new Command(command);
        foreach (Option option in options.All)
        {
            root.Add(option);
        }

        ParseResult result = root.Parse(["--url", There, "--file", File, .. more]);
        if (command == "send")
        {
            _ = options.ReadLoad(result);
        }
        else
        {
            (bool isByRate, string[] loads) = LoadCommand.ReadLoads(options, result);
            _ = options.ReadForeignLoad(result, client => LoadCommand.PaceOf(options, result, client, isByRate, loads));
        }

        Assert.Equal($"requests go to 192.0.2.1 and nowhere else: {pace}\n", notices.ToString().ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task Url_OfWhatIsNotThere_FailsBeforeAnythingIsMeasured()
    {
        using var listener = new HttpListener();
        int port = FileTransfer.Tests.FreePorts.Take(1);
        listener.Prefixes.Add($"http://127.0.0.1:{port}/");
        listener.Start();
        Task answering = Task.Run(async () =>
        {
            HttpListenerContext context = await listener.GetContextAsync();
            context.Response.StatusCode = 404;
            context.Response.Close();
        }, TestContext.Current.CancellationToken);
        var measurer = new FakeMeasurer();
        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(
            measurer, "bench", "--url", $"http://127.0.0.1:{port}/x");
        await answering;
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.Equal(
            $"error: http://127.0.0.1:{port}/x: the server answered 404 instead of 200; there is nothing at this address\n",
            errors.ReplaceLineEndings("\n"));
        Assert.Null(measurer.Plan);
    }
}
