using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Foreign;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>Uploads to any address: what a server accepts, and what it tells.</summary>
public sealed class UrlUploadTests(PayloadFolder folder)
{
    private const int Size = 100_000;

    public static TheoryData<string> Clients => [.. UrlStrategy.Uploads.Select(client => client.Id)];

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
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions { CountField = "size" });
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
        await using ITransferStrategy strategy = await ConnectAsync(client, server, new UrlOptions { CountField = "size" });
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

    private static Task<ITransferStrategy> ConnectAsync(string client, FakeHttpServer server, UrlOptions options)
    {
        var url = new Uri(((HttpEndPoint)server.Connection.Endpoint).Address, "/drop");
        var target = new UrlTarget(url, options);
        return Transfers.ConnectAsync(
            $"{client}@{url}", new ConnectionOptions { Endpoint = target.EndPoint(System.Net.HttpVersion.Version11) });
    }
}
