using System.Net;
using System.Text.Json;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Http;
using FileTransfer.Server.Rpc;
using FileTransfer.Server.Tests.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FileTransfer.Server.Tests.Storing;

/// <summary>Uploads that are stored: what is answered, and what is left in the folder.</summary>
public sealed class StoringHandlerTests : IAsyncDisposable
{
    private readonly MessageStore _messages = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("filetransfer-kept-").FullName;
    private readonly List<IAsyncDisposable> _receivers = [];

    public static TheoryData<string> Ways => ["body", "form-file", "multipart-reader"];

    public async ValueTask DisposeAsync()
    {
        foreach (IAsyncDisposable receiver in _receivers)
        {
            await receiver.DisposeAsync();
        }

        _messages.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Keep_TwoUploadsOfAConnection_FirstIsReadAgain_AndBothAreDeleted(string way)
    {
        using HttpClient client = Start(_folder);
        foreach (int size in (int[])[100_001, 100_001, 0, 5_000_000])
        {
            byte[] content = Content.Of(size);
            (HttpStatusCode status, JsonElement answer) = await SendAsync(client, way, content, "?preallocate=on&durability=fdatasync");
            Assert.Equal(HttpStatusCode.OK, status);
            Assert.Equal(size, answer.GetProperty("bytes").GetInt64());
        }

        AwaitFiles(_folder, 0);
        using HttpClient other = Start(_folder);
        byte[] small = Content.Of(70_000);
        (_, JsonElement first) = await SendAsync(other, way, small);
        Assert.Equal(BitwiseCrc32C.FieldOf(small)[8..].ToLowerInvariant(), first.GetProperty("crc32c").GetString());
        (_, JsonElement second) = await SendAsync(other, way, small);
        Assert.Null(second.GetProperty("crc32c").GetString());
        (_, JsonElement asked) = await SendAsync(other, way, small, "?verify=true");
        Assert.Equal(first.GetProperty("crc32c").GetString(), asked.GetProperty("crc32c").GetString());
        AwaitFiles(_folder, 0);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Keep_ServerWithoutAFolder_IsRefused(string way)
    {
        using HttpClient client = Start(keep: null);
        (HttpStatusCode status, JsonElement answer) = await SendAsync(client, way, Content.Of(1000));
        Assert.Equal(HttpStatusCode.Forbidden, status);
        Assert.Contains("start it with --keep DIR", answer.GetProperty("error").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("?preallocate=yes")]
    [InlineData("?preallocate=on&preallocate=off")]
    [InlineData("?durability=sometimes")]
    public async Task Keep_UnknownOption_IsRefused(string query)
    {
        using HttpClient client = Start(_folder);
        (HttpStatusCode status, _) = await SendAsync(client, "body", Content.Of(1000), query);
        Assert.Equal(HttpStatusCode.Forbidden, status);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Fact]
    public async Task Keep_UnknownWay_IsNotFound()
    {
        using HttpClient client = Start(_folder);
        using HttpResponseMessage response = await client.PutAsync(
            "/keep/no-such-way", new ByteArrayContent([1]), TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    /// <summary>Announced: nothing is written. In chunks: the disk becomes full on the way.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Keep_MoreThanTheDiskHolds_IsAnsweredByItsOwnStatus_AndLeavesNothing(string way)
    {
        using var disk = new SmallDisk();
        using HttpClient client = Start(disk.Folder);
        byte[] content = Content.Of(12 << 20);
        foreach (bool isAnnounced in (bool[])[true, false])
        {
            (HttpStatusCode status, JsonElement answer) = await SendAsync(client, way, content, isAnnounced: isAnnounced);
            Assert.Equal(HttpStatusCode.InsufficientStorage, status);
            Assert.Contains("the disk of --keep", answer.GetProperty("error").GetString(), StringComparison.Ordinal);
            Assert.Empty(Directory.GetFileSystemEntries(disk.Folder));
        }

        await disk.WaitForRoomAsync(1 << 20, TestContext.Current.CancellationToken);
        (HttpStatusCode after, _) = await SendAsync(client, way, Content.Of(1 << 20));
        Assert.Equal(HttpStatusCode.OK, after);
        AwaitFiles(disk.Folder, 0);
    }

    [Theory]
    [InlineData("form-file")]
    [InlineData("multipart-reader")]
    public async Task Keep_BadForm_IsABadRequest_AndLeavesNothing(string way)
    {
        using HttpClient client = Start(_folder);
        foreach (string form in (string[])[
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno file\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"../../x\"\r\n\r\ncut sho",
            "nothing of a form",
        ])
        {
            using HttpResponseMessage response = await client.PostAsync(
                $"/keep/{way}", Multipart.Of(form, "b"), TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            AwaitFiles(_folder, 0);
        }

        using HttpResponseMessage bare = await client.PostAsync(
            $"/keep/{way}", new ByteArrayContent([1]), TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, bare.StatusCode);
        AwaitFiles(_folder, 0);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Keep_SenderBreaksOff_LeavesNothing(string way)
    {
        using HttpClient client = Start(_folder);
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var content = new HalfOfIt(cancel);
        using HttpRequestMessage request = Request(way, content, "");
        await Assert.ThrowsAnyAsync<Exception>(() => client.SendAsync(request, cancel.Token));
        AwaitFiles(_folder, 0);
    }

    private static void AwaitFiles(string folder, int count) => Assert.True(
        SpinWait.SpinUntil(() => Directory.GetFileSystemEntries(folder).Length == count, StoringServer.Limit),
        string.Join(", ", Directory.GetFileSystemEntries(folder)));

    private static HttpRequestMessage Request(string way, HttpContent file, string query)
    {
        var request = new HttpRequestMessage(way == "body" ? HttpMethod.Put : HttpMethod.Post, $"/keep/{way}{query}");
        if (way == "body")
        {
            request.Content = file;
        }
        else
        {
            request.Content = new MultipartFormDataContent { { file, "file", "../../etc/a name of the sender's" } };
        }

        return request;
    }

    private static async Task<(HttpStatusCode Status, JsonElement Answer)> SendAsync(
        HttpClient client,
        string way,
        byte[] content,
        string query = "",
        bool isAnnounced = true)
    {
        using HttpRequestMessage request = Request(way, new ByteArrayContent(content), query);
        request.Headers.TransferEncodingChunked = isAnnounced ? null : true;
        using HttpResponseMessage response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        using var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        return (response.StatusCode, answer.RootElement.Clone());
    }

    private HttpClient Start(string? keep)
    {
        var receiver = HttpReceiver.Start(
            "http",
            new IPEndPoint(IPAddress.Loopback, 0),
            HttpProtocols.Http1,
            certificate: null,
            isTuned: true,
            new ServerOptions { IsCheckDue = _ => false, StoreIn = keep, Grace = TimeSpan.FromMilliseconds(200) },
            _messages);
        _receivers.Add(receiver);
        return new HttpClient(new SocketsHttpHandler { UseProxy = false, MaxConnectionsPerServer = 1 })
        {
            BaseAddress = new Uri(receiver.Endpoint),
            Timeout = StoringServer.Limit,
        };
    }

    /// <summary>Sends half of what it announces, and is cancelled.</summary>
    private sealed class HalfOfIt(CancellationTokenSource cancel) : HttpContent
    {
        private const int Size = 2 << 20;

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            await stream.WriteAsync(new byte[Size / 2]);
            await stream.FlushAsync();
            await cancel.CancelAsync();
            cancel.Token.ThrowIfCancellationRequested();
        }

        protected override bool TryComputeLength(out long length)
        {
            length = Size;
            return true;
        }
    }
}
