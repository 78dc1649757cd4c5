using System.Text.Json;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Real measurements of addresses. Our own server answers, as any other would: nobody asks its control endpoint.</summary>
public sealed class UrlRunTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private const int Size = 1 << 10;

    private static string File => PayloadStore.Get(new ByteSize(Size)).Payload.Path;

    private string Download => $"{server.Process.Ready.Endpoints["http-file-sender"]}/serve/file-sender/{Path.GetFileName(File)}";

    private string Upload => $"{server.Process.Ready.Endpoints["http"]}/upload";

    [Theory]
    [InlineData("get-drain")]
    [InlineData("get-copy-to")]
    public async Task Send_OfADownload_IsProvenByTheClient(string client)
    {
        _ = File;
        JsonElement report = await SendAsync("--url", Download, "--strategy", client);
        Assert.Equal((Size, "client"), (report.GetProperty("sizeBytes").GetInt32(), report.GetProperty("proof").GetString()));
        Assert.True(report.GetProperty("transfers").GetInt64() > 0);
        Assert.True(report.GetProperty("checkedByChecksum").GetInt64() > 0);
        Assert.Equal(0, report.GetProperty("verifiedTransfers").GetInt64());
        Assert.Equal(JsonValueKind.Null, report.GetProperty("receiverCpuSecondsPerGB").ValueKind);
    }

    [Theory]
    [InlineData("accepted", "http-put-send-file")]
    [InlineData("accepted", "http-multipart-stream", "--expect", "200")]
    [InlineData("count", "http-put-stream", "--proof", "json:bytes")]
    public async Task Send_OfAnUpload_SaysWhatProvesIt(string proof, string client, params string[] more)
    {
        JsonElement report = await SendAsync(["--url", Upload, "--strategy", client, "--size", "1K", .. more]);
        Assert.Equal((Size, proof), (report.GetProperty("sizeBytes").GetInt32(), report.GetProperty("proof").GetString()));
        Assert.True(report.GetProperty("transfers").GetInt64() > 0);
    }

    [Fact]
    public async Task Send_OfAnotherFile_FailsAndPrintsNoNumber()
    {
        using var folder = new TemporaryFolder();
        string other = folder.File("other");
        await System.IO.File.WriteAllBytesAsync(other, new byte[Size], TestContext.Current.CancellationToken);
        _ = File;
        (int exitCode, string output, string errors) = await RunAsync("send", "--url", Download, "--file", other, "--duration", "100ms");
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.Contains("it serves another file, or one that changes", errors, StringComparison.Ordinal);
        Assert.Equal(1, errors.AsSpan().Count('\n'));
    }

    [Fact]
    public async Task Send_WhoseServerCountsOtherwise_Fails()
    {
        (int exitCode, string output, string errors) = await RunAsync(
            "send", "--url", Upload, "--strategy", "http-put-stream", "--size", "1K", "--proof", "json:crc32c", "--duration", "100ms");
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.Contains("has no CRC-32C 'crc32c'", errors, StringComparison.Ordinal);
    }

    /// <summary>Our server tells the checksum of what it received when it is asked to, in a form too.</summary>
    [Theory]
    [InlineData("http-put-send-file")]
    [InlineData("http-multipart-stream")]
    public async Task Send_OfAnUploadWhoseChecksumIsTold_IsProven(string client)
    {
        JsonElement report = await SendAsync(
            "--url", $"{Upload}?verify=true", "--strategy", client, "--size", "1K", "--proof", "json:crc32c");
        Assert.Equal("checksum", report.GetProperty("proof").GetString());
        Assert.True(report.GetProperty("transfers").GetInt64() > 0);
    }

    /// <summary>Of two addresses one serves nothing: its case fails, with the reason, and the other is measured.</summary>
    [ExhaustiveFact]
    public async Task Bench_OfTwoAddresses_MeasuresOneAndTellsWhyTheOtherFails()
    {
        using var folder = new TemporaryFolder();
        _ = File;
        string missing = $"{Download}-missing";
        (int exitCode, string output, string errors) = await RunAsync(
            "bench", "--url", Download, "--url", missing, "--profile", "smoke", "--output", folder.Path);
        Assert.Equal((ExitCode.Failed, ""), (exitCode, errors));
        Assert.Contains("answered 404", output, StringComparison.Ordinal);
        Assert.Contains("Proof: the length of every response and the checksum", output, StringComparison.Ordinal);
        string run = Assert.Single(Directory.GetDirectories(folder.Path));
        RunResult result = ResultsFile.Load(Path.Combine(run, ResultsFile.FileName));
        Assert.Null(result.Environment.Receiver);
        Measurement measured = result.Measurements.Single(one => one.Dimensions.Url == Download);
        Assert.Equal((Outcome.Measured, "client"), (measured.Outcome, measured.Dimensions.Proof));
        Assert.Equal(("get-drain", StrategyRole.Fetch), (measured.Dimensions.Original, measured.Dimensions.Role));
        Assert.Null(measured.ReceiverCpuSecondsPerGB);
        Assert.Equal(Outcome.Failed, result.Measurements.Single(one => one.Dimensions.Url == missing).Outcome);
        foreach (string command in (string[])["report", "chart"])
        {
            (int again, _, string broken) = await RunAsync(command, run);
            Assert.Equal((ExitCode.Success, ""), (again, broken));
        }
    }

    private static async Task<JsonElement> SendAsync(params string[] arguments)
    {
        (int exitCode, string output, string errors) = await RunAsync(["send", .. arguments, "--duration", "100ms", "--json"]);
        Assert.Equal((ExitCode.Success, ""), (exitCode, errors));
        return JsonDocument.Parse(output).RootElement;
    }

    private static Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] arguments) =>
        HarnessProcess.RunHereAsync(arguments);
}
