using System.Globalization;
using System.IO.Pipelines;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Sending.AspNetCore;
using FileTransfer.Server.Tests.Downloads;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server.Tests.Kestrel;

/// <summary>An unchanged application sends files by FileSender where it can, and as before elsewhere; a counter says which.</summary>
public sealed class FileSenderBodyTests : IDisposable
{
    private const string ByFileSender = "filesender";
    private const int LargeSize = 1_500_001;

    private static readonly string[] s_texts = ["first", "middl", "last."];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-kestrel-");

    public FileSenderBodyTests()
    {
        foreach (int size in (int[])[0, 1, 1000, (int)FileSenderBody.Smallest - 1, (int)FileSenderBody.Smallest, 100_000, LargeSize])
        {
            File.WriteAllBytes(PathOf(size), Content.Of(size, seed: size));
        }
    }

    public static TheoryData<int> Sizes => [0, 1, 1000, (int)FileSenderBody.Smallest - 1, (int)FileSenderBody.Smallest, 100_000, LargeSize];

    public static TheoryData<string> Ways => ["static", "results", "send"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(Sizes))]
    public async Task Get_EverySizeByEveryWay_IsTheFile(int size)
    {
        await using FileApplication application = await FileApplication.StartAsync(_folder.FullName);
        using HttpClient client = application.Client(HttpVersion.Version11, isSecure: false);
        foreach (string way in Ways.Select(row => row.Data))
        {
            for (int i = 0; i < 3; i++)
            {
                Assert.Equal(Content.Of(size, seed: size), await client.GetByteArrayAsync(UrlOf(way, size), Cancellation));
            }
        }

        string expected = size >= FileSenderBody.Smallest ? ByFileSender : "kestrel small";
        // ASP.NET sends nothing for a static file of no bytes.
        int counted = size == 0 ? 3 : 9;
        Assert.True(await application.CountAsync(expected, counted) >= counted, Describe(application));
        Assert.Single(application.Counts);
        Assert.Empty(application.Failures);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Parts_BetweenTexts_AreInOrder(bool hasLength)
    {
        await using FileApplication application = await FileApplication.StartAsync(_folder.FullName);
        using HttpClient client = application.Client(HttpVersion.Version11, isSecure: false);
        byte[] file = Content.Of(LargeSize, seed: LargeSize);
        byte[] expected =
        [
            .. Encoding.ASCII.GetBytes(s_texts[0]), .. file, .. Encoding.ASCII.GetBytes(s_texts[1]),
            .. file.AsSpan(LargeSize / 2, LargeSize / 2), .. Encoding.ASCII.GetBytes(s_texts[2]),
        ];
        for (int i = 0; i < 5; i++)
        {
            string target = string.Create(CultureInfo.InvariantCulture, $"/parts/{LargeSize}?length={hasLength}");
            byte[] received = await client.GetByteArrayAsync(new Uri(target, UriKind.Relative), Cancellation);
            Assert.True(expected.AsSpan().SequenceEqual(received));
        }

        // Without a length the response has begun by a text: only Kestrel knows how it is divided into chunks.
        Assert.Equal(10, await application.CountAsync(hasLength ? ByFileSender : "kestrel length unknown", 10));
    }

    /// <summary>Answers to requests that were sent ahead come in turn: small ones by Kestrel's transport, files by the socket.</summary>
    [Fact]
    public async Task Requests_SentAhead_AreAnsweredInTurn()
    {
        await using FileApplication application = await FileApplication.StartAsync(_folder.FullName);
        string[] targets =
        [
            .. Enumerable.Range(0, 60).Select(i => (i % 6) switch
            {
                0 => "/json",
                1 => $"/static/{LargeSize}",
                2 => "/static/1000",
                3 => "/results/100000",
                4 => "/nothing",
                _ => "/static/100000",
            }),
        ];
        using Socket socket = application.Connect();
        Task sent = Task.Run(
            () =>
            {
                foreach (string[] together in targets.Chunk(7))
                {
                    string requests = string.Concat(together.Select(target => $"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n"));
                    socket.Send(Encoding.ASCII.GetBytes(requests));
                }
            },
            Cancellation);
        foreach (string target in targets)
        {
            RawResponse response = RawResponse.ReadOne(socket);
            string name = target[(target.LastIndexOf('/') + 1)..];
            if (int.TryParse(name, CultureInfo.InvariantCulture, out int size))
            {
                Assert.Equal((target, 200), (target, response.Status));
                Assert.True(Content.Of(size, seed: size).AsSpan().SequenceEqual(response.Body), target);
            }
            else
            {
                Assert.Equal((target, name == "json" ? 200 : 404), (target, response.Status));
            }
        }

        await sent;
        Assert.Equal(30, await application.CountAsync(ByFileSender, 30));
    }

    [Theory]
    [InlineData(false, 1, "tls")]
    [InlineData(false, 2, "protocol")]
    [InlineData(true, 2, "tls")]
    public async Task Get_WhereItCannot_GoesKestrelsWayAndIsCounted(bool isSecure, int major, string reason)
    {
        isSecure |= reason == "tls";
        await using FileApplication application = await FileApplication.StartAsync(_folder.FullName);
        using HttpClient client = application.Client(major == 2 ? HttpVersion.Version20 : HttpVersion.Version11, isSecure);
        foreach (string way in Ways.Select(row => row.Data))
        {
            Assert.Equal(Content.Of(LargeSize, seed: LargeSize), await client.GetByteArrayAsync(UrlOf(way, LargeSize), Cancellation));
        }

        Assert.True(await application.CountAsync($"kestrel {reason}", 3) == 3, Describe(application));
    }

    [Fact]
    public async Task Get_OverHttp10_GoesKestrelsWay()
    {
        await using FileApplication application = await FileApplication.StartAsync(_folder.FullName);
        byte[] answer = application.Raw($"GET /static/{LargeSize} HTTP/1.0\r\nHost: x\r\n\r\n");
        Assert.True(answer.AsSpan().EndsWith(Content.Of(LargeSize, seed: LargeSize)));
        Assert.Equal(1, await application.CountAsync("kestrel protocol", 1));
    }

    /// <summary>A proxy's word that the client speaks TLS changes nothing on this connection.</summary>
    [Fact]
    public async Task Get_BehindAProxyThatSpeaksTls_IsSentByFileSender()
    {
        await using FileApplication application = await FileApplication.StartAsync(
            _folder.FullName,
            before: app => app.Use(next => context =>
            {
                context.Request.Scheme = "https";
                return next(context);
            }));
        using HttpClient client = application.Client(HttpVersion.Version11, isSecure: false);
        Assert.Equal(Content.Of(LargeSize, seed: LargeSize), await client.GetByteArrayAsync(UrlOf("static", LargeSize), Cancellation));
        Assert.Equal(1, await application.CountAsync(ByFileSender, 1));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Compression_BeforeOrBehind_CompressesAsEver(bool isBefore)
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "words.txt"), string.Concat(Enumerable.Repeat("the same words again\n", 20_000)));
        await using FileApplication application = await FileApplication.StartAsync(
            _folder.FullName,
            before: app => _ = isBefore ? app.UseResponseCompression() : app,
            behind: app => _ = isBefore ? app : app.UseResponseCompression());
        using HttpClient client = application.Client(HttpVersion.Version11, isSecure: false);
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri("/static/words.txt", UriKind.Relative));
        request.Headers.AcceptEncoding.Add(new StringWithQualityHeaderValue("gzip"));
        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Equal(["gzip"], response.Content.Headers.ContentEncoding);
        Assert.True((await response.Content.ReadAsByteArrayAsync(Cancellation)).Length < 20_000);

        // A client that cannot read it gets the file; behind our line compression hands that on to us.
        Assert.Equal(420_000, (await client.GetByteArrayAsync(new Uri("/static/words.txt", UriKind.Relative), Cancellation)).Length);
        Assert.True(await application.CountAsync(isBefore ? "kestrel body replaced" : ByFileSender, 1) >= 1, Describe(application));
    }

    /// <summary>Two lines of which one is missing: nothing changes, and the counter says so.</summary>
    [Fact]
    public async Task Listener_WithoutItsLine_GoesKestrelsWay()
    {
        await using FileApplication application = await FileApplication.StartAsync(
            _folder.FullName, isOn: false, behind: app => app.UseFileSender());
        using HttpClient client = application.Client(HttpVersion.Version11, isSecure: false);
        Assert.Equal(Content.Of(LargeSize, seed: LargeSize), await client.GetByteArrayAsync(UrlOf("static", LargeSize), Cancellation));
        Assert.Equal(1, await application.CountAsync("kestrel listener", 1));
    }

    /// <summary>Somebody else's output between Kestrel and ours, or between ours and the socket, which may change every byte.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Connection_WhoseBytesAreChanged_GoesKestrelsWay(bool isBeneath)
    {
        static void DoubleIf(bool isHere, ListenOptions listen) => _ = !isHere ? listen : listen.Use(next => async connection =>
        {
            IDuplexPipe transport = connection.Transport;
            var pipe = new Pipe();
            connection.Transport = new Ends(transport.Input, pipe.Writer);
            Task doubling = DoubleAsync(pipe.Reader, transport.Output);
            await next(connection);
            await pipe.Writer.CompleteAsync();
            await doubling;
            connection.Transport = transport;
        });
        await using FileApplication application = await FileApplication.StartAsync(
            _folder.FullName,
            wrapBefore: listen => DoubleIf(isBeneath, listen),
            wrap: listen => DoubleIf(!isBeneath, listen));
        string answer = Encoding.Latin1.GetString(application.Raw(
            "GET /json HTTP/1.1\r\nHost: x\r\n\r\nGET /static/100000 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
        string single = string.Concat(answer.Where((_, index) => index % 2 == 0));
        Assert.Equal(answer, string.Concat(single.Select(letter => new string(letter, 2))));
        Assert.EndsWith(Encoding.Latin1.GetString(Content.Of(100_000, seed: 100_000)), single, StringComparison.Ordinal);
        Assert.Equal(1, await application.CountAsync("kestrel listener", 1));
    }

    private static async Task DoubleAsync(PipeReader from, PipeWriter to)
    {
        while (true)
        {
            ReadResult read = await from.ReadAsync();
            foreach (ReadOnlyMemory<byte> part in read.Buffer)
            {
                byte[] doubled = [.. part.ToArray().SelectMany(one => new[] { one, one })];
                await to.WriteAsync(doubled);
            }

            from.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
            {
                return;
            }
        }
    }

    private static string Describe(FileApplication application) =>
        string.Join(", ", application.Counts.Select(pair => $"{pair.Key}: {pair.Value}"));

    private static Uri UrlOf(string way, int size) => new($"/{way}/{size}", UriKind.Relative);

    private string PathOf(int size) => Path.Combine(_folder.FullName, size.ToString(CultureInfo.InvariantCulture));

    private sealed class Ends(PipeReader input, PipeWriter output) : IDuplexPipe
    {
        public PipeReader Input => input;

        public PipeWriter Output => output;
    }
}
