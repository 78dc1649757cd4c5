namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Bad usage ends with exit code 2, a message that says what is valid, and nothing measured.</summary>
public sealed class UsageTests
{
    [Theory]
    [InlineData("unknown strategy 'send-fiel'; did you mean send-file? 'list' shows all", "bench", "--strategies", "send-fiel")]
    [InlineData(
        "--baseline: 'splice' is not measured; choose one of the run's strategies: read-write-1k, read-write-64k, begin-send, send-file",
        "bench", "--baseline", "splice")]
    [InlineData("--baseline: 'null' is not measured", "bench", "--baseline", "null")]
    [InlineData("unknown size '1.5'; write bytes or K, M, G for powers of 1024", "bench", "--sizes", "1K,1.5")]
    [InlineData("--sizes: name at least one size", "bench", "--sizes", ",")]
    [InlineData("unknown transport 'quic'; valid ones: tcp", "bench", "--transport", "quic")]
    [InlineData("--transport: name at least one", "bench", "--transport", ",")]
    [InlineData(
        "send-file cannot use transport 'https2'; it can use: tcp, unix", "bench", "--strategies", "send-file", "--transport", "https2")]
    [InlineData("--max-connections: '0' is not a number from 1", "bench", "--max-connections", "0")]
    [InlineData("--http2-window: 1K is outside of what HttpClient takes, 65535 to 16M", "bench", "--http2-window", "1K")]
    [InlineData(
        "--http2-window sets HttpClient, and nothing here uses HTTP (transport tcp); leave it out", "bench", "--http2-window", "1M")]
    [InlineData(
        "--max-connections sets HttpClient, and nothing here uses HTTP (transport tcp,http)", "bench",
        "--transport", "tcp,http", "--max-connections", "2")]
    [InlineData(
        "--max-connections sets HttpClient, and nothing here uses HTTP (transport unix)", "send",
        "--transport", "unix", "--max-connections", "2")]
    [InlineData(
        "--multiple-http2-connections sets HTTP/2, and this is HTTP/1.1 (transport http); leave it out, or add --transport http2", "send",
        "--strategy", "http-put-stream", "--multiple-http2-connections", "on")]
    [InlineData("unknown multiple-http2-connections 'yes'; valid ones: on, off", "bench", "--multiple-http2-connections", "yes")]
    [InlineData("send measures over one transport", "send", "--strategy", "http-put-stream", "--transport", "http,https")]
    [InlineData("unknown content 'nonsense'; valid ones: random, numbers, text", "bench", "--content", "nonsense")]
    [InlineData("--content is for generated payloads", "bench", "--content", "text", "--file", "/etc/hostname")]
    [InlineData("rpc-read-all fetches what the server makes; leave --file out", "bench", "--scenario", "rpc", "--file", "/etc/hostname")]
    [InlineData("rpc-pooled fetches random or text", "send", "--strategy", "rpc-pooled", "--content", "numbers")]
    [InlineData(
        "rpc-read-all and the others cannot take a payload of 2G; choose another size (rpc-read-all takes up to 1G)",
        "bench", "--scenario", "rpc", "--sizes", "2G")]
    [InlineData(
        "rpc-gzip-presized-hint cannot take a payload of 2G; choose another size (rpc-gzip-presized-hint takes up to 1G)",
        "send", "--strategy", "rpc-gzip-presized-hint", "--size", "2G")]
    [InlineData(
        "http-none-1 cannot take a payload of 1M; choose another size (http-none-1 takes 0 only)", "send", "--strategy", "http-none-1")]
    [InlineData(
        "http-body-1 cannot take a payload of 0; choose another size (http-body-1 takes 1 and more)",
        "send", "--strategy", "http-body-1", "--size", "0")]
    [InlineData("unknown profile 'fast'; valid ones: smoke, quick, full", "bench", "--profile", "fast")]
    [InlineData("unknown scenario 'sockets'; did you mean socket? valid ones: socket, pipe", "bench", "--scenario", "sockets")]
    [InlineData("--durability is for strategies whose receiver keeps files (keep-*)", "bench", "--durability", "fsync")]
    [InlineData("unknown durability 'always'; valid ones: none, fdatasync", "bench", "--scenario", "receive", "--durability", "always")]
    [InlineData("unknown preallocate 'yes'; valid ones: on, off", "send", "--strategy", "keep-splice", "--preallocate", "yes")]
    [InlineData("--keep: there is no folder /no/such", "send", "--strategy", "keep-splice", "--keep", "/no/such")]
    [InlineData(
        "--keep is for a server that is started with the run",
        "bench", "--scenario", "receive", "--keep", "/", "--server", "http://localhost:1")]
    [InlineData("unknown cache 'hot'; valid ones: warm, cold, direct", "bench", "--cache", "hot")]
    [InlineData("unknown cache ''; valid ones: warm, cold, direct", "send", "--cache", "")]
    [InlineData(
        "--cache cold evicts files of this host, and serve-copy fetches one that http://192.0.2.1:5000/ reads; leave --server out",
        "send", "--strategy", "serve-copy", "--cache", "cold", "--server", "http://192.0.2.1:5000")]
    [InlineData(
        "--cache cold evicts files of this host, and serve-file-sender fetches one that http://127.0.0.1:1/ reads; leave --server out",
        "bench", "--scenario", "download", "--strategies", "serve-file-sender", "--transport", "http-file-sender",
        "--cache", "cold", "--server", "http://127.0.0.1:1")]
    [InlineData("unknown affinity 'near'; valid ones: none, same, split", "bench", "--affinity", "near")]
    [InlineData("--cpus 0: nothing is pinned", "bench", "--cpus", "0", "--affinity", "none")]
    [InlineData("--cpus 99999: there is no processor 99999 here", "send", "--affinity", "same", "--cpus", "99999")]
    [InlineData("--cpus x: 'x' is no number of a processor", "bench", "--affinity", "same", "--cpus", "x")]
    [InlineData("--cpu: '99999' is no processor that this process may use", "serve", "--cpus", "99999")]
    [InlineData("--cpu: 'two' is no processor that this process may use", "serve", "--cpu", "two")]
    [InlineData("unknown no-delay 'maybe'; valid ones: on, off", "bench", "--no-delay", "maybe")]
    [InlineData("--wait: 'spin' is no way to wait; write block, poll, yield or learn", "bench", "--wait", "spin")]
    [InlineData("--wait: 'poll:5s' is no way to wait", "send", "--wait", "poll:5s")]
    [InlineData("--receiver-wait: 'poll:0us' is no way to wait", "bench", "--receiver-wait", "poll:0us")]
    [InlineData("--receiver-wait: 'never' is no way to wait; write block, poll", "serve", "--receiver-wait", "never")]
    [InlineData("--receiver-buffer: '100' is not a size from 512 to 256M", "bench", "--receiver-buffer", "100")]
    [InlineData("--receiver-buffer: '1X' is not a size from 512 to 256M", "serve", "--receiver-buffer", "1X")]
    [InlineData(
        "--receiver-buffer is for a server that is started with the run; with --server, start that one as 'serve --receiver-buffer 64K'",
        "send", "--receiver-buffer", "64K", "--server", "http://127.0.0.1:1")]
    [InlineData(
        "--wait is for strategies over sockets, TLS and pipes",
        "bench", "--scenario", "http-upload", "--strategies", "http-put-stream", "--wait", "poll")]
    [InlineData("--wait is for strategies over sockets, TLS and pipes", "send", "--strategy", "rpc-pooled", "--wait", "block")]
    [InlineData(
        "--receiver-wait is for a server that is started with the run; with --server, "
        + "start that one as 'serve --receiver-wait poll:200us'",
        "bench", "--receiver-wait", "poll", "--server", "http://127.0.0.1:1")]
    [InlineData("unknown strategy 'send-file@spin'", "send", "--strategy", "send-file@spin")]
    [InlineData("unknown strategy 'http-put-stream@poll'", "bench", "--strategies", "http-put-stream@poll", "--transport", "http")]
    [InlineData("--affinity pins a server that is started with the run", "bench", "--affinity", "same", "--server", "http://127.0.0.1:1")]
    [InlineData(
        "--server: 0.0.0.0 is where a server listens, on all its addresses, "
        + "and nobody can connect to it; name the host, such as http://127.0.0.1:5000",
        "bench", "--server", "http://0.0.0.0:5000")]
    [InlineData("unknown strategy 'send-fiel'; did you mean send-file?", "send", "--strategies", "send-fiel")]
    [InlineData("unknown strategy 'slice'; did you mean splice?", "bench", "--strategy", "send-file", "--strategy", "slice")]
    [InlineData("'nonsense' is no control address", "bench", "--server", "nonsense")]
    [InlineData("there is no file", "bench", "--file", "/nonexistent/file")]
    [InlineData("is a directory", "bench", "--file", "/")]
    [InlineData("unknown strategy 'x'; 'list' shows all", "send", "--strategy", "x")]
    [InlineData("unknown size '-1'", "send", "--size", "-1")]
    [InlineData("--affinity none leaves to the scheduler what the others pin", "bench", "--affinity", "same,none")]
    [InlineData("several placements are for bench; name one", "send", "--affinity", "same,split")]
    [InlineData("'5' is no duration", "send", "--duration", "5")]
    [InlineData("--count: '0' is not a number from 1", "send", "--count", "0")]
    [InlineData("exclude each other", "send", "--count", "1", "--duration", "1s")]
    [InlineData("Unrecognized command or argument '--nope'", "--nope")]
    [InlineData("'/nonexistent/results.json' does not exist", "report", "/nonexistent/results.json")]
    [InlineData("'/nonexistent/results.json' does not exist", "chart", "/nonexistent/results.json")]
    public async Task Run_BadUsage_SaysWhatIsValidAndExits2(string message, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        string[] output = arguments[0] == "bench" ? ["--output", folder.Path] : [];

        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(measurer, [.. arguments, .. output]);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
        Assert.Null(measurer.Plan);
    }

    [Theory]
    [InlineData(
        "error: -- --nonsense: BenchmarkDotNet does not accept this: Option 'nonsense' is unknown; its arguments are described at https://",
        "--nonsense")]
    [InlineData("Option 'f, filter' has no value", "--filter")]
    [InlineData("The provided exporter \"nope\" is invalid. Available options are: csv, ", "--exporters", "nope")]
    [InlineData("does not accept this; its arguments", "--help")]
    [InlineData("only the harness sets launches", "--job", "dry")]
    [InlineData("only the harness sets launches", "--launchCount", "2")]
    [InlineData("choose the cases with --strategies and --sizes", "--filter", "*SendFile*")]
    [InlineData("-- --memory: MemoryDiagnoser would do nothing", "--memory")]
    [InlineData("ThreadingDiagnoser would do nothing", "--threading")]
    [InlineData("DisassemblyDiagnoser would do nothing", "--disasm")]
    [InlineData("EventPipeProfiler would do nothing", "--profiler", "EP")]
    public async Task Bench_BadArgumentsForBenchmarkDotNet_Exits2WithOneParagraphAndLeavesNothing(string message, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();

        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(
            measurer,
            ["bench", "--output", folder.Path, "--", .. arguments]);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', errors.TrimEnd());
        Assert.Equal("", output);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
        Assert.Null(measurer.Plan);
    }

    [Fact]
    public async Task Bench_OutputThatCannotBeWritten_Exits2BeforeMeasuring()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        await ExpectAsync("cannot be written", measurer, "bench", "--output", Path.Combine(folder.File("file", 1), "below"));
        Assert.Null(measurer.Plan);
    }

    [Fact]
    public async Task Bench_UnknownCongestionControl_Exits2AndListsThem()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "TCP_CONGESTION needs Linux");
        await ExpectAsync("this kernel offers: ", new FakeMeasurer(), "bench", "--congestion-control", "nope");
    }

    /// <summary>Within this machine nothing paces, unless that is asked for.</summary>
    [Theory]
    [InlineData(true, "bench")]
    [InlineData(true, "bench", "--transport", "unix")]
    [InlineData(true, "bench", "--congestion-control", "system")]
    [InlineData(false, "bench", "--congestion-control", "reno")]
    public async Task Bench_CongestionControl_IsTheSystemsWhereThatPacesNothingOrIsAskedFor(bool isSystems, params string[] arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "TCP_CONGESTION needs Linux");
        string system = (await File.ReadAllTextAsync(
            "/proc/sys/net/ipv4/tcp_congestion_control", TestContext.Current.CancellationToken)).Trim();
        var measurer = new FakeMeasurer();
        using var folder = new TemporaryFolder();
        await HarnessProcess.RunWithAsync(measurer, [.. arguments, "--output", folder.Path]);
        Assert.Equal(
            !isSystems ? "reno" : arguments.Length > 1 || system is "cubic" or "reno" ? null : "cubic",
            measurer.Plan!.Sender.CongestionControl);
    }

    /// <summary>Runs a command, and expects exit code 2 and a message.</summary>
    internal static async Task ExpectAsync(string message, FakeMeasurer measurer, params string[] arguments)
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(measurer, arguments);
        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }
}
