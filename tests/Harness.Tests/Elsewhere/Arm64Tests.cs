using System.Diagnostics;
using System.Text.Json;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Releases;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>The archive for linux-arm64 under an emulator: it delivers, in both directions, to and from this processor.</summary>
public sealed class Arm64Tests(Release release, Arm64Program program) : IClassFixture<Arm64Program>
{
    /// <summary>All but those over TLS: there is no OpenSSL for arm64 here, without which the runtime ends a process.</summary>
    private const string Receivers = "tcp,tcp-verify,unix,unix-verify,pipe,pipe-verify,http,http2,http-default,http-file-sender,"
        + "http-kestrel-socket,tcp-fetch,keep";

    private static readonly TimeSpan s_limit = Hang.Limit;

    private static readonly string[] s_overTls = ["tls", "https", "https2"];

    /// <summary>What the emulator lacks: MSG_ZEROCOPY and io_uring(7).</summary>
    private static readonly string[] s_lacking = ["io-uring", "io-uring-direct", "io-uring-reads", "keep-io-uring", "msg-zerocopy"];

    /// <summary>
    /// What a server under the emulator refuses: io_uring(7), which it lacks; and the package for Kestrel lets every file go Kestrel's way
    /// there: of TCP_INFO the emulator hands on 4 bytes, and the package needs 128.
    /// </summary>
    private static readonly string[] s_refused = ["keep-io-uring", "serve-kestrel-socket", "serve-kestrel-socket-get-stream"];

    /// <summary>Every strategy in one process for arm64, to a server on this processor.</summary>
    [ExhaustiveFact]
    public async Task Strategies_OfArm64_DeliverToX64_OrAreNamed()
    {
        await program.PrepareAsync(release);
        using var folder = new TemporaryFolder();
        Conformance.WriteFiles(folder.Path);
        await using ServerProcess server = await ServerProcess.StartAsync(
            ["--receivers", Receivers, "--files", folder.Path, "--keep", KeptIn(folder)],
            TestContext.Current.CancellationToken);
        ProcessStartInfo start = program.StartOf();
        start.Environment["DOTNET_STARTUP_HOOKS"] = typeof(StartupHook).Assembly.Location;
        start.Environment[StartupHook.ServerVariable] = JsonSerializer.Serialize(server.Ready, ServerJson.Default.ServerReady);
        start.Environment[StartupHook.FilesVariable] = folder.Path;

        AssertDelivered((await Dotnet.TryAsync(start)).Output, s_lacking);
    }

    /// <summary>The other way round: the server's receivers are those of arm64.</summary>
    [ExhaustiveFact]
    public async Task Server_OfArm64_ReceivesFromX64()
    {
        await program.PrepareAsync(release);
        using var folder = new TemporaryFolder();
        Conformance.WriteFiles(folder.Path);
        ProcessStartInfo start = program.StartOf("serve", "--receivers", Receivers, "--files", folder.Path, "--keep", KeptIn(folder));
        (start.RedirectStandardInput, start.RedirectStandardOutput) = (true, true);
        using Process server = Process.Start(start)!;
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
            limit.CancelAfter(s_limit);
            string? line = await server.StandardOutput.ReadLineAsync(limit.Token);
            ServerReady ready = JsonSerializer.Deserialize(line ?? "null", ServerJson.Default.ServerReady)!;
            var output = new StringWriter();

            await Conformance.RunAsync(ready, folder.Path, output, most: 4);

            AssertDelivered(output.ToString(), lacking: [], most: 4);
            Signals.Send(server.Id, Signals.Terminate);
            await server.WaitForExitAsync(limit.Token);
            Assert.Equal(ExitCode.Success, server.ExitCode);
        }
        finally
        {
            Signals.TrySend(server.Id, Signals.Kill);
        }
    }

    /// <summary>The program starts its own server and its own senders, without a .NET on this machine that could run them.</summary>
    [ExhaustiveFact]
    public async Task Bench_OfArm64_MeasuresAndWritesItsFiles()
    {
        await program.PrepareAsync(release);
        using var folder = new TemporaryFolder();

        (int exitCode, string output) = await Dotnet.TryAsync(program.StartOf(
            "bench", "--profile", "smoke", "--strategies", "send-file", "--sizes", "1K", "--affinity", "none", "--output", folder.Path));

        Assert.True(exitCode == ExitCode.Success, output);
        Assert.Contains("This is measured under qemu-aarch64", output, StringComparison.Ordinal);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.All(run.Measurements, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
        Assert.All(
            (string[])["report.html", "report.md", "report.csv"],
            name => Assert.True(new FileInfo(Path.Combine(folder.Run(), name)).Length > 0, name));
    }

    private static string KeptIn(TemporaryFolder folder) => Directory.CreateDirectory(folder.File("kept")).FullName;

    private static void AssertDelivered(string output, string[] lacking, int most = int.MaxValue)
    {
        string[][] lines = [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' ', 4))];
        Assert.True(lines.Length > 0 && lines[^1] is [Conformance.Done], output);
        string[] failed = [.. lines
            .Where(line => line[0] == Conformance.Fails && !s_refused.Contains(line[1]))
            .Select(line => string.Join(' ', line))];
        Assert.True(failed.Length == 0, string.Join('\n', failed));
        Assert.Equal(
            lacking,
            lines.Where(line => line[0] == Conformance.Lacks && !s_overTls.Contains(line[2]))
                .Select(line => line[1])
                .Where(id => StrategyCatalog.Find(id).Probe().IsAvailable)
                .Distinct()
                .Order());
        int expected = most < int.MaxValue ? 20 : StrategyCatalog.All.Count / 2;
        Assert.InRange(lines.Count(line => line[0] == Conformance.Delivers), expected, int.MaxValue);
    }
}
