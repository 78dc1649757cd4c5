using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.Json;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Releases;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>The program for linux-x64 where no .NET is to be found: it starts its own server and its own senders.</summary>
public sealed class SelfContainedTests(Release release)
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    [ExhaustiveFact]
    public async Task Program_WithoutDotnet_SendsLoadsMeasuresComparesAndServes()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64, "needs Linux on x64");
        using var folder = new TemporaryFolder();
        string program = await release.UnpackAsync("linux-x64", folder.File("with a space"));
        string output = folder.File("results");

        await SucceedsAsync("\"p50\":", "send", "--size", "1K", "--count", "50", "--json");
        await SucceedsAsync(
            "results: ", "load", "--strategy", "send-file", "--size", "1K", "--connections", "1",
            "--duration", "200ms", "--warmup", "100ms",
            "--output", folder.File("load"));
        await SucceedsAsync(
            "results: ", "bench", "--profile", "smoke", "--strategies", "send-file", "--sizes", "1K", "--output", output);
        RunResult run = ResultsFile.Load(Assert.Single(Directory.GetDirectories(output)));
        Assert.All(run.Measurements, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
        ProcessEnd compared = await RunAsync(
            "compare", "--base", program, "--diff", "--wait poll", "--budget", "1s", "--strategies", "send-file", "--sizes", "1K",
            "--profile", "smoke", "--affinity", "same", "--output", folder.File("compared"));
        Assert.True(compared.ExitCode == ExitCode.Inconclusive, compared.Output + compared.Errors);
        await ServesAsync();

        async Task SucceedsAsync(string text, params string[] arguments)
        {
            ProcessEnd end = await RunAsync(arguments);
            Assert.True(end.ExitCode == ExitCode.Success, $"{string.Join(' ', arguments)}: {end.Output} {end.Errors}");
            Assert.Contains(text, end.Output, StringComparison.Ordinal);
        }

        Task<ProcessEnd> RunAsync(params string[] arguments) => ChildProcess.RunAsync(
            StartOf(arguments), exception => exception, s_limit, TestContext.Current.CancellationToken, input: "");

        async Task ServesAsync()
        {
            using Process serve = ChildProcess.Start(StartOf("serve"), exception => exception);
            string? line = await serve.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().WaitAsync(s_limit);
            using var ready = JsonDocument.Parse(line!);
            await SucceedsAsync(
                "confirmed by the receiver",
                "send", "--size", "1K", "--count", "20", "--server", ready.RootElement.GetProperty("control").GetString()!);
            Signals.Send(serve.Id, Signals.Terminate);
            await serve.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(s_limit);
            Assert.Equal(ExitCode.Success, serve.ExitCode);
        }

        // Neither the PATH nor a variable leads to a .NET.
        ProcessStartInfo StartOf(params string[] arguments)
        {
            var start = new ProcessStartInfo(Path.Combine(program, "filetransfer"), arguments) { WorkingDirectory = folder.Path };
            start.Environment.Clear();
            start.Environment["PATH"] = folder.Path;
            start.Environment["HOME"] = folder.Path;
            start.Environment["DOTNET_ROOT"] = folder.File("no-such-runtime");
            return start;
        }
    }
}
