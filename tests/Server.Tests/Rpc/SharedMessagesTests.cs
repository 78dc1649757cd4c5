using System.Net;
using System.Net.Http.Headers;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Rpc;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>A message is made once a server, whichever of its receivers is asked for it.</summary>
public sealed class SharedMessagesTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Fetch_FromTwoReceiversOfAServer_MakesOneMessage()
    {
        int made = await FetchAsync(servers: 1);
        Assert.Equal(1, made);
    }

    [Fact]
    public async Task Fetch_FromTwoServersOfAProcess_MakesOneMessageEach()
    {
        int made = await FetchAsync(servers: 2);
        Assert.Equal(2, made);
    }

    /// <summary>Fetches the same message from two receivers of every server, and returns how many were made in all.</summary>
    private static async Task<int> FetchAsync(int servers)
    {
        int made = 0;
        for (int server = 0; server < servers; server++)
        {
            using var resources = new ServerResources(IPAddress.Loopback, new MessageStore(long.MaxValue, (content, length) =>
            {
                Interlocked.Increment(ref made);
                return new PreparedMessage(content, length);
            }));
            IReadOnlyList<IReceiver> receivers = (await ReceiverCatalog.StartAsync(new ServerOptions(), resources)).All;
            try
            {
                await FetchAsync(receivers, "http");
                await FetchAsync(receivers, "http-default");
            }
            finally
            {
                foreach (IReceiver receiver in receivers)
                {
                    await receiver.DisposeAsync();
                }
            }
        }

        return made;
    }

    private static async Task FetchAsync(IReadOnlyList<IReceiver> receivers, string kind)
    {
        const int Length = 1000;
        using var client = new HttpClient { BaseAddress = new Uri(receivers.Single(receiver => receiver.Kind == kind).Endpoint) };
        using var content = new ByteArrayContent(new FetchRequest { Length = Length }.ToByteArray());
        content.Headers.ContentType = new MediaTypeHeaderValue(RpcContract.Protobuf);
        using HttpResponseMessage response = await client.PostAsync(
            new Uri(RpcContract.TwirpPath, UriKind.Relative),
            content,
            Cancellation);
        byte[] message = await response.EnsureSuccessStatusCode().Content.ReadAsByteArrayAsync(Cancellation);
        Assert.Equal(Length, FetchResponse.Parser.ParseFrom(message).Data.Length);
    }
}
