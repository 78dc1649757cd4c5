using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Foreign;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>Uploads to any address: what a server accepts, and what it tells.</summary>
public sealed class UrlUploadTests(PayloadFolder folder)
{
    private const int Size = 100_000;

    private static readonly UploadProof s_size = new("size", UploadProofKind.Bytes);

    public static TheoryData<string> Clients => [.. UrlStrategy.Uploads.Select(client => client.Id)];

    public static TheoryData<string> Alone => [.. UrlStrategy.Uploads
        .Select(client => client.Id)
        .Where(id => !id.StartsWith("http-multipart-", StringComparison.Ordinal))];

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Upload_ThatIsAccepted_CountsAllBytesWithoutAChecksum(string client)
    {
        string head = "";
        using var server = new FakeHttpServer(server =>
        {
            head = server.Head;
            server.ReadBody();
            server.Answer("201 Created", "");
            server.NextRequest();
            server.ReadBody();
            server.Answer("200 OK", "<html>whatever</html>");
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions { Headers = ["X-Two: 2"] });
        for (int i = 0; i < 2; i++)
        {
            Delivery delivery = await Transfers.RunAsync(strategy, folder.Get(Size).Payload);
            Assert.Equal((Size, 0u), (delivery.Bytes, delivery.Crc32C));
        }

        string method = client.StartsWith("http-put-", StringComparison.Ordinal) ? "PUT" : "POST";
        Assert.StartsWith($"{method} /drop HTTP/1.1\r\n", head, StringComparison.Ordinal);
        Assert.Contains("\r\nX-Two: 2\r\n", head, StringComparison.Ordinal);
        Assert.Equal(
            client.StartsWith("http-multipart-", StringComparison.Ordinal),
            head.Contains("multipart/form-data", StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Upload_WithACountInTheAnswer_HasThatCount(string client)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", """{"name":"x","size":99999}""");
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions { Proof = s_size });
        Assert.Equal(Size - 1, (await Transfers.RunAsync(strategy, folder.Get(Size).Payload)).Bytes);
    }

    [Theory]
    [InlineData("http-put-stream", "202 Accepted", "{}", "answered 202 '{}' instead of 200 or 201 or 204; --expect names another status")]
    [InlineData("http-put-send-file", "202 Accepted", "", "answered 202 instead of")]
    [InlineData("http-put-send-file", "405 Method Not Allowed", "no", "answered 405 'no' .*does not take this method")]
    [InlineData("http-multipart-stream", "302 Found", "", "answered 302 .*redirects are not followed")]
    [InlineData("http-put-stream", "200 OK", "{}", "no number 'size' as --proof promised: '{}'")]
    [InlineData("http-put-stream", "200 OK", "[1]", "no number 'size'")]
    [InlineData("http-put-stream", "200 OK", "not json", "no number 'size'")]
    [InlineData("http-put-send-file", "200 OK", "{\"size\":-1}", "no number 'size'")]
    [InlineData("http-put-send-file", "200 OK", "", "no number 'size'")]
    public async Task Answer_ThatIsNotTheExpectedOne_IsRefused(string client, string status, string body, string message)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer(status, body);
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions { Proof = s_size });
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Matches(message, exception.Message);
    }

    [Fact]
    public async Task Status_ThatIsExpected_IsTheOnlyOne()
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("202 Accepted", "");
            server.NextRequest();
            server.ReadBody();
            server.Answer("200 OK", "");
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync("http-put-stream", server, new UrlOptions { Expected = [202] });
        Assert.Equal(Size, (await Transfers.RunAsync(strategy, folder.Get(Size).Payload)).Bytes);
        await Assert.ThrowsAnyAsync<TransferException>(() => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
    }

    /// <summary>The body is the file and nothing else, in chunks or not.</summary>
    [Theory]
    [MemberData(nameof(Alone))]
    public async Task Upload_OfTheFileAlone_HasItsBytesAndNoOthers(string client)
    {
        TestPayload file = folder.Get(Size);
        byte[] body = [];
        using var server = new FakeHttpServer(server =>
        {
            body = server.TakeBody();
            server.Answer("200 OK", "");
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions());
        await Transfers.RunAsync(strategy, file.Payload);
        Assert.Equal(await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken), body);
    }

    [Theory]
    [InlineData("http-put-stream")]
    [InlineData("http-post-send-file")]
    public async Task Header_ContentType_ReplacesOurs(string client)
    {
        string head = "";
        using var server = new FakeHttpServer(server =>
        {
            head = server.Head;
            server.ReadBody();
            server.Answer("200 OK", "");
            server.Wait();
        });
        var options = new UrlOptions { Headers = ["Content-Type: text/x-my"] };
        await using ITransferStrategy strategy = await ConnectAsync(client, server, options);
        await Transfers.RunAsync(strategy, folder.Get(Size).Payload);
        string[] types = [.. head.Split("\r\n").Where(line => line.StartsWith("Content-Type:", StringComparison.OrdinalIgnoreCase))];
        Assert.Equal("Content-Type: text/x-my", Assert.Single(types));
    }

    public static TheoryData<string, string> Checksums => new()
    {
        { "http-put-stream", "{\"x\":\"CRC-HEX\"}" },
        { "http-post-send-file", "{\"x\":\"CRC-BASE64\"}" },
        { "http-multipart-pipe", "{\"x\":CRC-NUMBER}" },
        { "http-put-send-file", "{\"x\":\"SHA-HEX\"}" },
        { "http-post-splice", "{\"x\":\"SHA-BASE64\"}" },
    };

    [Theory]
    [MemberData(nameof(Checksums))]
    public async Task Upload_WithTheChecksumOfTheFileInTheAnswer_IsProven(string client, string answer)
    {
        TestPayload file = folder.Get(Size);
        using var server = new FakeHttpServer(server =>
        {
            for (int i = 0; i < 2; i++)
            {
                server.ReadBody();
                server.Answer("200 OK", Written(answer, file));
                server.NextRequest();
            }
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions { Proof = new("x", KindOf(answer)) });
        for (int i = 0; i < 2; i++)
        {
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            // No checksum in the delivery: the harness would take it for a transfer that was slowed down by a check.
            Assert.Equal((Size, 0u), (delivery.Bytes, delivery.Crc32C));
        }
    }

    [Theory]
    [MemberData(nameof(Checksums))]
    public async Task Upload_WithTheChecksumOfSomethingElse_Fails(string client, string answer)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", Written(answer, folder.Get(Size - 1)));
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions { Proof = new("x", KindOf(answer)) });
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
        Assert.Matches("^the server told the (CRC-32C|SHA-256) [0-9a-f]+ of what arrived, and the file has [0-9a-f]+: ", exception.Message);
    }

    [Theory]
    [InlineData(UploadProofKind.Crc32C, "{\"x\":\"abc\"}", "no CRC-32C 'x'")]
    [InlineData(UploadProofKind.Crc32C, "{\"x\":\"nohexits\"}", "no CRC-32C 'x'")]
    [InlineData(UploadProofKind.Crc32C, "{\"x\":null}", "no CRC-32C 'x'")]
    [InlineData(UploadProofKind.Crc32C, "{\"x\":-1}", "no CRC-32C 'x'")]
    [InlineData(UploadProofKind.Sha256, "{\"x\":1}", "no SHA-256 'x' as --proof promised")]
    [InlineData(UploadProofKind.Sha256, "{\"x\":\"00000000\"}", "no SHA-256 'x'")]
    [InlineData(UploadProofKind.Sha256, "{}", "no SHA-256 'x'")]
    public async Task Answer_WithoutThePromisedChecksum_IsRefused(UploadProofKind kind, string body, string message)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", body);
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync("http-post-stream", server, new UrlOptions { Proof = new("x", kind) });
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }

    /// <summary>A page that thanks for a file may be long.</summary>
    [Theory]
    [InlineData("http-post-stream", 16_000, null)]
    [InlineData("http-post-send-file", 16_000, null)]
    [InlineData("http-post-stream", 17_000, "longer than 16384 bytes.*does this address take uploads?")]
    [InlineData("http-post-send-file", 17_000, "longer than the 16384")]
    public async Task Answer_OfSomeLength_IsReadOrRefused(string client, int length, string? message)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", new string('x', length));
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions());
        Task<Delivery> upload = Transfers.RunAsync(strategy, folder.Get(Size).Payload);
        if (message is null)
        {
            Assert.Equal(Size, (await upload).Bytes);
        }
        else
        {
            Assert.Matches(message, (await Assert.ThrowsAnyAsync<TransferException>(() => upload)).Message);
        }
    }

    private static UploadProofKind KindOf(string answer) =>
        answer.Contains("SHA", StringComparison.Ordinal) ? UploadProofKind.Sha256 : UploadProofKind.Crc32C;

    private static string Written(string answer, TestPayload file)
    {
        byte[] crc = BitConverter.GetBytes(System.Net.IPAddress.HostToNetworkOrder((int)file.Crc32C));
        byte[] sha = System.Security.Cryptography.SHA256.HashData(File.ReadAllBytes(file.Payload.Path));
        return answer
            .Replace("CRC-HEX", $"{file.Crc32C:X8}", StringComparison.Ordinal)
            .Replace("CRC-BASE64", Convert.ToBase64String(crc), StringComparison.Ordinal)
            .Replace("CRC-NUMBER", $"{file.Crc32C}", StringComparison.Ordinal)
            .Replace("SHA-HEX", Convert.ToHexStringLower(sha), StringComparison.Ordinal)
            .Replace("SHA-BASE64", Convert.ToBase64String(sha), StringComparison.Ordinal);
    }

    private static Task<ITransferStrategy> ConnectAsync(string client, FakeHttpServer server, UrlOptions options)
    {
        var url = new Uri(((HttpEndPoint)server.Connection.Endpoint).Address, "/drop");
        var target = new UrlTarget(url, options);
        return Transfers.ConnectAsync(
            $"{client}@{url}", new ConnectionOptions { Endpoint = target.EndPoint(System.Net.HttpVersion.Version11) });
    }
}
