using System.Net;
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

    [Theory]
    [InlineData("--url: 'ftp://127.0.0.1/x' begins with ftp; only http and https", "bench", "--url", "ftp://127.0.0.1/x")]
    [InlineData("--url: 'nonsense' is no address", "bench", "--url", "nonsense")]
    [InlineData("--url: '/x' ", "send", "--url", "/x")]
    [InlineData("--url: 'no-such-host.invalid' has no address here", "send", "--url", "http://no-such-host.invalid/x")]
    [InlineData("use --header 'Authorization", "bench", "--url", "http://me:secret@127.0.0.1/x")]
    [InlineData("the same address is named twice", "bench", "--url", Url, "--url", Url)]
    [InlineData("send measures one client with one --url; bench", "send", "--url", Url, "--url", Other)]
    [InlineData("send measures one client with one --url; bench", "send", "--url", Url, "--strategy", "get-*")]
    [InlineData("--url is measured one request after another", "send", "--url", Url, "--connections", "2")]
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
                   from client in (string[])["get-drain", "get-stream", "get-copy-to"]
                   select $"{client}@{url}",
            ],
            plan.Strategies.Select(strategy => strategy.Id));
        Assert.Equal("none", Assert.Single(plan.Placements).Name);
        Assert.Equal((Transport.Http, "download"), (Assert.Single(plan.Transports), plan.Scenario.Name));
        Assert.Null(plan.Files);
        string command = Harness.Commands.RunDescription.CommandLineOf(plan);
        Assert.Contains($" --strategies get-drain,get-stream,get-copy-to ", command, StringComparison.Ordinal);
        Assert.Contains($" --url '{Url}' --url '{Other}' --header 'Authorization:***' --insecure", command, StringComparison.Ordinal);
        IReadOnlyDictionary<string, string> options = Harness.Commands.RunDescription.Effective(plan);
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
    [InlineData("http-put-stream", "https://127.0.0.1:9/x", "--strategies", "http-put-*")]
    public async Task Clients_AreThoseThatReachEveryAddress(string clients, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        await HarnessProcess.RunWithAsync(measurer, ["bench", "--file", File, "--output", folder.Path, "--url", .. arguments]);
        Assert.Equal(
            clients.Split(','),
            measurer.Plan!.Strategies.Where(strategy => strategy.IsForeign).Select(strategy => strategy.Dimensions.Original).Distinct());
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
        // TEST-NET-1 of RFC 5737: nobody is there, and with --file nothing is fetched.
        const string There = "http://192.0.2.1/x";
        (_, _, string errors) = await HarnessProcess.RunWithAsync(
            measurer, "bench", "--url", There, "--url", Url, "--file", File, "--output", folder.Path);
        Assert.NotNull(measurer.Plan);
        Assert.Equal(
            "requests go to 192.0.2.1 and nowhere else: up to 2 connections, each with one request after another, as fast as the server "
                + "answers\n",
            errors.ReplaceLineEndings("\n"));
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
