using System.Diagnostics;
using System.Text.Json;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Releases;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>The program for Windows under wine: what it delivers, in both directions, to and from Linux, and what it says.</summary>
public sealed class WineTests(Release release, WineProgram wine) : IClassFixture<WineProgram>
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(2);

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
}
