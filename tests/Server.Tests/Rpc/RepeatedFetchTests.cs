using System.Net;
using System.Net.Http.Headers;
using FileTransfer.Server.Tests.Http;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>
/// A message that the server has ready is sent without a copy of its own. What Kestrel copies goes into buffers that
/// it keeps, and is not seen here.
/// </summary>
[Collection(nameof(RepeatedFetchTests))]
[CollectionDefinition(nameof(RepeatedFetchTests), DisableParallelization = true)]
public sealed class RepeatedFetchTests(HttpServerFixture server) : IClassFixture<HttpServerFixture>
{
    private const int Size = 10_000_000;
    private const long Bounded = Size / 2;
    private const int MostFetches = 50;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("http", "identity")]
    [InlineData("http", "gzip")]
    [InlineData("http2", "identity")]
    public async Task Fetch_Again_MakesNoCopyOfTheMessage(string transport, string encoding)
    {
        using HttpClient client = server.Client(transport);
        byte[] buffer = new byte[256 << 10];
        long fewest = long.MaxValue;
        // Of both ends, in one process: the first call makes the message, and on a busy machine HttpClient's buffers grow, to 3 MB. What
        // counts is the quietest: a copy would be there every time.
        for (int i = 0; i < MostFetches && fewest > Bounded; i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await FetchAsync(client, transport, encoding, buffer);
            fewest = Math.Min(fewest, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        Assert.True(
            fewest <= Bounded,
            $"each of {MostFetches} fetches of {Size} bytes allocated at least {fewest} "
            + $"bytes, more than {Bounded}: the message seems to be copied");
    }

    private static async Task FetchAsync(HttpClient client, string transport, string encoding, byte[] buffer)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, RpcContract.TwirpPath)
        {
            Content = new ByteArrayContent(new FetchRequest { Length = Size }.ToByteArray()),
            Version = transport == "http2" ? HttpVersion.Version20 : HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(RpcContract.Protobuf);
        request.Headers.AcceptEncoding.ParseAdd(encoding);
        using HttpResponseMessage response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Cancellation);
        using Stream body = await response.Content.ReadAsStreamAsync(Cancellation);
        long length = 0;
        while (await body.ReadAsync(buffer, Cancellation) is > 0 and int count)
        {
            length += count;
        }

        // Random data does not get shorter by gzip.
        Assert.InRange(length, Size, long.MaxValue);
    }
}
