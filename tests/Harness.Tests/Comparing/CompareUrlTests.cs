using FileTransfer.Harness.Comparing;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>Two addresses of servers of another make are compared as two sides.</summary>
public sealed class CompareUrlTests : IDisposable
{
    private const int Size = 1000;
    private const string Ok = "HTTP/1.1 200 OK\r\n";

    private static readonly string s_content = new('x', Size);
    private static readonly string s_file = $"{Ok}Content-Length: {Size}\r\n\r\n{s_content}";

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string, string> Odd => new()
    {
        { "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "answered 404 instead of 200; there is nothing at this address" },
        { $"{Ok}Content-Length: 999\r\n\r\n{s_content[1..]}", "announced 999 bytes, but the file has 1000" },
        { $"{Ok}Content-Length: 1000\r\nContent-Encoding: gzip\r\n\r\n{s_content}", "content encoding 'gzip', which was not asked for" },
        { $"{Ok}Content-Length: 1000\r\n\r\n{s_content[1..]}y", "it serves another file, or one that changes" },
    };

    public void Dispose() => _folder.Dispose();

    /// <summary>The file of the first address is fetched before anything is measured.</summary>
    [Fact]
    public async Task Compare_FirstAddressServesNothing_SaysSoAndMeasuresNothing()
    {
        using var server = new OddHttpServer(_ => "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        (int exitCode, string output, string errors) = await CompareAsync("--url", server.Url, "--url", "http://127.0.0.1:9/x");
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.Equal(
            $"error: {server.Url}: the server answered 404 instead of 200; there is nothing at this address\n",
            errors.ReplaceLineEndings("\n"));
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    /// <summary>A round of both sides by turns; one is too little for a verdict, and shows that everything works.</summary>
    [ExhaustiveFact]
    public async Task Compare_TwoAddresses_MeasuresBothByTurnsAndRecordsNoSecret()
    {
        using var one = new OddHttpServer(_ => s_file);
        using var other = new OddHttpServer(_ => s_file);
        (int exitCode, string output, string errors) = await CompareAsync(
            "--url", one.Url, "--url", other.Url, "--header", "X-Key: secret word", "--profile", "smoke", "--rounds", "1");
        Assert.True(exitCode == ExitCode.Inconclusive, output + errors);
        Assert.Contains(
            $"repeat with: filetransfer compare --url '{one.Url}' --url '{other.Url}' --strategies get-drain '--header=X-Key:***' "
                + "--rounds 1",
            output,
            StringComparison.Ordinal);
        CompareResult result = Load();
        Assert.Equal((one.Url, other.Url), (result.Base, result.Other));
        ComparedCase compared = Assert.Single(result.Cases);
        Assert.Equal(("get-drain", "http", Size), (compared.Strategy, compared.Transport, compared.SizeBytes));
        Assert.True(compared.BaseNanoseconds > 0 && compared.OtherNanoseconds > 0);
        Assert.Contains("Proof: the length of every response and the checksum", output, StringComparison.Ordinal);
        Assert.All(
            Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories),
            file => Assert.DoesNotContain("secret", File.ReadAllText(file), StringComparison.Ordinal));
    }

    [ExhaustiveTheory]
    [MemberData(nameof(Odd))]
    public async Task Compare_SecondAddressServesSomethingElse_IsInvalidWithTheReason(string answer, string message)
    {
        using var one = new OddHttpServer(_ => s_file);
        using var other = new OddHttpServer(_ => answer);
        (int exitCode, string output, string errors) = await CompareAsync(
            "--url", one.Url, "--url", other.Url, "--profile", "smoke", "--rounds", "9");
        Assert.True(exitCode == ExitCode.Failed, output + errors);
        Assert.Contains("invalid: ", output, StringComparison.Ordinal);
        // Eight more rounds would fail for the same reason.
        Assert.Contains("1 round (of 9)", output, StringComparison.Ordinal);
        Assert.Contains(message, output, StringComparison.Ordinal);
        Assert.Equal(ChangeVerdict.Invalid, Assert.Single(Load().Cases).Verdict);
    }

    /// <summary>Uploads, over TLS, with a certificate that nobody has signed.</summary>
    [ExhaustiveFact]
    public async Task Compare_OfUploadsOverTls_NeedsInsecure()
    {
        const string Created = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
        using var one = new OddHttpServer(_ => Created, isEncrypted: true);
        using var other = new OddHttpServer(_ => Created, isEncrypted: true);
        string[] arguments =
        [
            "--url", one.Url, "--url", other.Url, "--strategies", "http-post-stream", "--sizes", "1K", "--expect", "201",
            "--profile", "smoke", "--rounds", "1",
        ];
        (int exitCode, string output, string errors) = await CompareAsync(arguments);
        Assert.True(exitCode == ExitCode.Failed, output + errors);
        Assert.Contains("--insecure accepts any certificate", output, StringComparison.Ordinal);
        Directory.Delete(Assert.Single(Directory.GetDirectories(_folder.Path)), recursive: true);
        (exitCode, output, errors) = await CompareAsync([.. arguments, "--insecure"]);
        Assert.True(exitCode == ExitCode.Inconclusive, output + errors);
        Assert.Matches("repeat with: .* --insecure .*--expect=201|repeat with: .* --expect=201 .*--insecure", output);
        Assert.Contains("Warning: --insecure was used: no certificate was checked", output, StringComparison.Ordinal);
        Assert.Equal("http-post-stream", Assert.Single(Load().Cases).Strategy);
    }

    private CompareResult Load() => CompareFile.Load(Path.Combine(Assert.Single(Directory.GetDirectories(_folder.Path)), CompareFile.Name));

    private Task<(int ExitCode, string Output, string Errors)> CompareAsync(params string[] arguments) =>
        HarnessProcess.RunHereAsync(["compare", .. arguments, "--output", _folder.Path]);
}
