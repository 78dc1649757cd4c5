using System.Net;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>
/// What <see cref="HttpOptions.MultipleHttp2Connections"/> does where the server allows fewer streams per connection
/// than there are requests in flight.
/// </summary>
public sealed class Http2ConnectionsTests(PayloadFolder folder)
{
    private const int InFlight = 20;
    private const int StreamsPerConnection = 10;
    private const int Rounds = 5;
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Requests_MoreThanStreamsOfAConnection_OpenAnotherOnlyWhenTold(bool isTold)
    {
        int connections = 0;
        int waiting = 0;
        var all = new TaskCompletionSource();
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.Http2.MaxStreamsPerConnection = StreamsPerConnection;
            kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                listen.Protocols = HttpProtocols.Http2;
                listen.Use(next => connection =>
                {
                    Interlocked.Increment(ref connections);
                    return next(connection);
                });
            });
        });
        await using WebApplication server = builder.Build();
        server.Run(async context =>
        {
            if (context.Request.Path == HttpResources.Hello)
            {
                context.Response.StatusCode = StatusCodes.Status204NoContent;
                return;
            }

            // With enough connections all of them are here at once; with one they can only be so many.
            if (Interlocked.Increment(ref waiting) == (isTold ? InFlight : StreamsPerConnection))
            {
                all.SetResult();
            }

            await all.Task.WaitAsync(s_limit);
            await context.Response.WriteAsync("""{"bytes":0,"crc32c":null,"headers":0}""");
        });
        await server.StartAsync(TestContext.Current.CancellationToken);
        var options = new ConnectionOptions
        {
            Endpoint = new HttpEndPoint(new Uri(server.Urls.First()), HttpVersion.Version20),
            Http = new HttpOptions { MultipleHttp2Connections = isTold },
        };
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("http-none-32", options);
        var requests = (IConcurrentTransferStrategy)strategy;
        Payload payload = folder.Get(0).Payload;
        for (int round = 0; round < Rounds; round++)
        {
            await Task.WhenAll(Enumerable.Range(0, InFlight).Select(_ => requests.TransferAsync(payload, CancellationToken.None).AsTask()))
                .WaitAsync(s_limit, TestContext.Current.CancellationToken);
        }

        // Two are needed. HttpClient may open one more: a connection whose streams were all in use is offered again
        // a moment after one of them ended, and a request that comes in between is given a connection of its own.
        Assert.InRange(connections, isTold ? 2 : 1, isTold ? InFlight : 1);
        await server.StopAsync(TestContext.Current.CancellationToken);
    }
}
