using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>Clients that ask for many messages at a time get those for which there is memory, and are told of the others.</summary>
public sealed class MessageBudgetTests
{
    private const int Size = 16 << 20;
    private const int Budget = 4 * Size;
    private const int Clients = 12;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("identity")]
    [InlineData("gzip")]
    public async Task Fetch_ManyLengthsAtOnce_SomeAreRefusedAndTheBudgetIsKept(string encoding)
    {
        using var messages = new MessageStore(Budget);
        await using HttpReceiver receiver = HttpReceiver.Start(
            "http",
            new IPEndPoint(IPAddress.Loopback, 0),
            HttpProtocols.Http1,
            certificate: null,
            isTuned: true,
            new ServerOptions { Errors = TextWriter.Null, Grace = TimeSpan.FromMilliseconds(200) },
            messages);
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false })
        {
            BaseAddress = new Uri(receiver.Endpoint),
            Timeout = TimeSpan.FromSeconds(60),
        };
        // Nobody reads, so that none of the messages is sent as a whole before all were asked for.
        HttpResponseMessage[] responses = await Task.WhenAll(
            Enumerable.Range(0, Clients).Select(more => FetchAsync(client, Size + more, encoding, messages)));
        try
        {
            HttpResponseMessage[] refused = [.. responses.Where(response => response.StatusCode != HttpStatusCode.OK)];
            // All of them, where each holds its message while it asks for what it is compressed into.
            Assert.InRange(refused.Length, Clients - (Budget / Size) + 1, Clients);
            foreach (HttpResponseMessage response in refused)
            {
                Assert.Equal(HttpStatusCode.TooManyRequests, response.StatusCode);
                using var error = JsonDocument.Parse(await response.Content.ReadAsStringAsync(Cancellation));
                Assert.Equal(RpcCode.ResourceExhausted, error.RootElement.GetProperty("code").GetString());
                Assert.Contains("--max-messages", error.RootElement.GetProperty("msg").GetString(), StringComparison.Ordinal);
            }

            Assert.Equal(refused.Length, receiver.Stats.Errors["messages-full"]);
        }
        finally
        {
            Array.ForEach(responses, response => response.Dispose());
        }

        // Those who were sent them have gone: there is room again, as soon as the server has noticed.
        for (long start = Environment.TickCount64; ; await Task.Delay(20, Cancellation))
        {
            using HttpResponseMessage next = await FetchAsync(client, Size - 1, "identity", messages);
            if (next.StatusCode == HttpStatusCode.OK)
            {
                Assert.Equal(Size - 1, FetchResponse.Parser.ParseFrom(await next.Content.ReadAsByteArrayAsync(Cancellation)).Data.Length);
                return;
            }

            Assert.True(Environment.TickCount64 - start < 60_000, "messages are not given back");
        }
    }

    private static async Task<HttpResponseMessage> FetchAsync(HttpClient client, int length, string encoding, MessageStore messages)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, RpcContract.TwirpPath)
        {
            Content = new ByteArrayContent(new FetchRequest { Length = length }.ToByteArray()),
        };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(RpcContract.Protobuf);
        request.Headers.AcceptEncoding.ParseAdd(encoding);
        HttpResponseMessage response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Cancellation);
        Assert.InRange(messages.Used, 0, Budget);
        return response;
    }
}
