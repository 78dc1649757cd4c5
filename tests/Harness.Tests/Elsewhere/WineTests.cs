using System.Diagnostics;
using System.Text.Json;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Releases;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>The program for Windows under wine: what it delivers, in both directions, to and from Linux, and what it says.</summary>
public sealed class WineTests(Release release, WineProgram wine) : IClassFixture<WineProgram>
{
    private const string Receivers = "tcp,tcp-verify,http,http2,http-default,http-file-sender,http-kestrel-socket,tcp-fetch,keep";

    /// <summary>
    /// Attempts until what is tried is said to hang: now and then wine loses a thread that is about to be woken, and then the process
    /// waits for ever.
    /// </summary>
    private const int MostAttempts = 3;

    private static readonly TimeSpan s_limit = Hang.Limit;

    /// <summary>How long a process under wine may say nothing, before it is taken for one that wine has lost.</summary>
    private static readonly TimeSpan s_silence = TimeSpan.FromMinutes(2);

    /// <summary>What fails under wine and is no fault of ours: it refuses TransmitPackets, by which these send.</summary>
    private static readonly string[] s_refused = ["send-file-async", "send-packets"];

    /// <summary>Why others cannot run on Windows, or not under wine, which has no sockets of AF_UNIX and makes no key for TLS.</summary>
    private static readonly string[] s_reasons = ["Linux", "the server has no such receiver", "ReuseSocket ends the connection"];

    /// <summary>Every strategy for Windows: all sizes, files that change, a receiver that stalls or hangs up.</summary>
    [ExhaustiveFact]
    public async Task Strategies_OnWindows_DeliverToLinux_OrAreNamed()
    {
        using var folder = new TemporaryFolder();
        Conformance.WriteFiles(folder.Path);
        await using ServerProcess server = await ServerProcess.StartAsync(
            ["--receivers", Receivers, "--files", folder.Path, "--keep", Directory.CreateDirectory(folder.File("kept")).FullName],
            TestContext.Current.CancellationToken);

        string[][] lines = await TryAllAsync(server.Ready, folder.Path);

        Assert.Equal(s_refused, lines.Where(line => line[0] == Conformance.Fails).Select(line => line[1]).Order());
        Assert.All(
            lines.Where(line => line[0] == Conformance.Lacks),
            line => Assert.Contains(s_reasons, reason => line[3].Contains(reason, StringComparison.Ordinal)));
        string[] portable =
        [
            "send-file", "send-file-header", "send-file-write-behind", "send-file-kernel-apc", "read-write-64k", "coalesced-64k",
            "begin-send", "copy-to-async", "send-async", "saea", "pipelines", "two-reads", "adaptive", "adaptive-kept", "adaptive-async",
        ];
        Assert.Empty(portable.Except(lines.Where(line => line is [Conformance.Delivers, _, "tcp"]).Select(line => line[1])));
        // Over HTTP, in messages, fetched and stored.
        Assert.InRange(lines.Count(line => line[0] == Conformance.Delivers), 150, int.MaxValue);
    }

    /// <summary>A run and all of its files, which say first where it was measured.</summary>
    [ExhaustiveFact]
    public async Task Bench_OnWindows_WritesItsFiles()
    {
        using var folder = new TemporaryFolder();
        string results = "";
        string output = "";
        for (int attempt = 1; attempt <= MostAttempts && !IsWritten(results); attempt++)
        {
            results = folder.File($"attempt {attempt}");
            output = await BenchAsync(results);
        }

        Assert.True(IsWritten(results), $"no run wrote its last file in {MostAttempts} attempts: {output}");
        string run = Assert.Single(Directory.GetDirectories(results));
        RunResult result = ResultsFile.Load(run);
        Assert.All(result.Measurements, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
        Assert.StartsWith("wine ", result.Environment.Emulation, StringComparison.Ordinal);
        foreach (string name in (string[])["report.md", "report.html"])
        {
            string report = await File.ReadAllTextAsync(Path.Combine(run, name), TestContext.Current.CancellationToken);
            Assert.Contains("This is measured under wine ", report, StringComparison.Ordinal);
        }
    }

    /// <summary>TransmitFile, one of its options, and HTTP; a server of Windows confirms them.</summary>
    [ExhaustiveTheory]
    [InlineData("send-file", "tcp")]
    [InlineData("send-file-write-behind", "tcp")]
    [InlineData("adaptive", "tcp")]
    [InlineData("saea", "tcp")]
    [InlineData("http-put-stream", "http")]
    public async Task Send_OnWindows_IsConfirmedByItsOwnServer(string strategy, string transport)
    {
        ProcessEnd end = await wine.RunAsync(
            release, "send", "--strategy", strategy, "--transport", transport, "--size", "100K", "--count", "30", "--json");

        Assert.True(end.ExitCode == ExitCode.Success, end.Output + end.Errors);
        using var report = JsonDocument.Parse(end.Output);
        Assert.Equal(30, report.RootElement.GetProperty("verifiedTransfers").GetInt32());
        Assert.Contains("This is measured under wine ", end.Errors, StringComparison.Ordinal);
    }

    /// <summary>What the framing of the article was for: the ends are of two systems.</summary>
    [ExhaustiveFact]
    public async Task Send_FromWindowsToLinuxAndBack_IsConfirmed()
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("a file.bin", 65_537);
        ServerProcess server = await ServerProcess.StartAsync([], TestContext.Current.CancellationToken);
        await using (server)
        {
            ProcessEnd end = await wine.RunAsync(
                release, "send", "--strategy", "send-file", "--file", WineProgram.OnZ(path), "--count", "20",
                "--server", server.Ready.Control);
            Assert.True(end.ExitCode == ExitCode.Success, end.Output + end.Errors);
            Assert.Contains("20 confirmed by the receiver", end.Output, StringComparison.Ordinal);
            // A code page would make something else of the letter, which times of milliseconds do not have.
            Assert.Matches(" [µm]s", end.Output);
        }

        using Process serve = ChildProcess.Start(await wine.StartOfAsync(release, "serve"), exception => exception);
        string? line = await serve.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().WaitAsync(s_limit);
        using var ready = JsonDocument.Parse(line!);
        JsonElement missing = ready.RootElement.GetProperty("missing");
        Assert.All(
            (string[])["https", "tls", "tls-verify"],
            kind => Assert.Contains("makes no key", missing.GetProperty(kind).GetString(), StringComparison.Ordinal));
        string control = ready.RootElement.GetProperty("control").GetString()!;
        foreach (string strategy in (string[])["send-file", "http-put-stream"])
        {
            (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
                "send", "--strategy", strategy, "--file", path, "--count", "20", "--server", control);
            Assert.True(exitCode == ExitCode.Success, output + errors);
            Assert.Contains("20 confirmed by the receiver", output, StringComparison.Ordinal);
        }

        // wine hands the signal on as Ctrl-C.
        Signals.Send(serve.Id, Signals.Interrupt);
        await serve.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(s_limit);
        Assert.Equal(ExitCode.Success, serve.ExitCode);
    }

    [ExhaustiveFact]
    public async Task Receiver_ThatWineHasNot_IsAnErrorWithoutATrace()
    {
        ProcessEnd end = await wine.RunAsync(
            release, "send", "--strategy", "tls-read-write-64k", "--transport", "tls", "--size", "1K", "--count", "1");

        Assert.Equal(ExitCode.Failed, end.ExitCode);
        Assert.Contains(
            "there is no receiver 'tls' here: this system makes no key for a TLS certificate", end.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", end.Errors, StringComparison.Ordinal);
    }

    /// <summary>Reports and pictures of a run of Linux, from and to paths of Windows, are the same bytes.</summary>
    [ExhaustiveFact]
    public async Task ReportAndChart_OnWindows_AreThoseOfLinux()
    {
        using var folder = new TemporaryFolder();
        const string Run = "charts/amd-epyc-2-cores/socket";
        foreach (string command in (string[])["report", "chart"])
        {
            ProcessEnd end = await wine.RunAsync(
                release, command, WineProgram.OnZ(Path.Combine(Golden.Root, Run)), "--output", @$"C:\my results\{command}");
            Assert.True(end.ExitCode == ExitCode.Success, end.Output + end.Errors);
            (int exitCode, string _, string errors) = await HarnessProcess.RunHereAsync(
                command, Path.Combine(Golden.Root, Run), "--output", folder.File(command));
            Assert.True(exitCode == ExitCode.Success, errors);
            foreach (string here in Directory.GetFiles(folder.File(command)))
            {
                string there = Path.Combine(wine.DriveC, "my results", command, Path.GetFileName(here));
                Assert.Equal(
                    await File.ReadAllTextAsync(here, TestContext.Current.CancellationToken),
                    await File.ReadAllTextAsync(there, TestContext.Current.CancellationToken));
            }
        }
    }

    [ExhaustiveFact]
    public async Task ListAndDoctor_OnWindows_SayWhatIsThereAndWhatIsNot()
    {
        ProcessEnd list = await wine.RunAsync(release, "list");
        Assert.True(list.ExitCode == ExitCode.Success, list.Errors);
        Assert.Contains(
            "two calls of TransmitFile",
            string.Join(' ', list.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal);

        ProcessEnd doctor = await wine.RunAsync(release, "doctor");
        Assert.Equal(ExitCode.Inconclusive, doctor.ExitCode);
        Assert.Matches("UNFIT emulation +wine [0-9.]+ imitates this system", doctor.Output);
        Assert.Matches(@"\? +filters ", doctor.Output);
    }

    /// <summary>The page is written last.</summary>
    private static bool IsWritten(string results) =>
        Directory.Exists(results) && Directory.GetFiles(results, "report.html", SearchOption.AllDirectories).Length > 0;

    /// <summary>Starts a run, and ends it when its last file is there: wine loses threads most often at the end of a process.</summary>
    /// <returns>What it printed, when it ended by itself.</returns>
    private async Task<string> BenchAsync(string results)
    {
        using Process bench = ChildProcess.Start(
            await wine.StartOfAsync(
                release, "bench", "--profile", "smoke", "--strategies", "send-file", "--sizes", "1K", "--affinity", "none", "--output",
                WineProgram.OnZ(results)),
            exception => exception);
        try
        {
            long start = Stopwatch.GetTimestamp();
            Task<string[]> ended = Task.WhenAll(
                bench.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken),
                bench.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken));
            while (!IsWritten(results) && !ended.IsCompleted && Stopwatch.GetElapsedTime(start) < s_silence)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(100), TestContext.Current.CancellationToken);
            }

            return ended.IsCompleted ? string.Concat(await ended) : "it had not ended";
        }
        finally
        {
            await ChildProcess.EndAsync(bench);
        }
    }

    /// <summary>The lines of <see cref="Conformance"/>, by as many processes as wine needs to get through.</summary>
    private async Task<string[][]> TryAllAsync(ServerReady server, string files)
    {
        ProcessStartInfo start = await wine.StartOfAsync(release);
        start.Environment["DOTNET_STARTUP_HOOKS"] = WineProgram.OnZ(typeof(StartupHook).Assembly.Location);
        start.Environment[StartupHook.ServerVariable] = JsonSerializer.Serialize(server, ServerJson.Default.ServerReady);
        start.Environment[StartupHook.FilesVariable] = WineProgram.OnZ(files);
        List<string[]> lines = [];
        string errors = "";
        for (int attempts = 0; attempts < MostAttempts;)
        {
            int before = lines.Count;
            start.Environment[StartupHook.AnsweredVariable] = string.Join(',', lines.Select(line => $"{line[1]} {line[2]}"));
            using Process process = ChildProcess.Start(start, exception => exception);
            Task<string> said = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            try
            {
                if (await ReadLinesAsync(process.StandardOutput, lines))
                {
                    return [.. lines];
                }
            }
            finally
            {
                await ChildProcess.EndAsync(process);
            }

            errors = await said;
            attempts = lines.Count > before ? 1 : attempts + 1;
        }

        Assert.Fail($"{MostAttempts} processes ended or said nothing behind '{string.Join(' ', lines.LastOrDefault() ?? [])}'. {errors}");
        return [];
    }

    /// <summary>Adds the lines that come; false when they end before the last one.</summary>
    private static async Task<bool> ReadLinesAsync(StreamReader output, List<string[]> lines)
    {
        while (true)
        {
            using var silence = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
            silence.CancelAfter(s_silence);
            string? line;
            try
            {
                line = await output.ReadLineAsync(silence.Token);
            }
            catch (OperationCanceledException) when (!TestContext.Current.CancellationToken.IsCancellationRequested)
            {
                return false;
            }

            switch (line?.Split(' ', 4))
            {
                case null:
                    return false;
                case [Conformance.Done]:
                    return true;
                case [Conformance.Delivers or Conformance.Lacks or Conformance.Fails, ..] answer:
                    lines.Add(answer);
                    break;
            }
        }
    }
}
