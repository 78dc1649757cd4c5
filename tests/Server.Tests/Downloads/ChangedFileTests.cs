using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>What happens to a file while it is sent never reaches the client as if it were the file.</summary>
public sealed class ChangedFileTests(FilesServer server) : IClassFixture<FilesServer>
{
    /// <summary>More than both ends hold in their buffers together.</summary>
    private const int Size = 64 << 20;

    private const int LeftAfterwards = (1 << 20) + 123;

    public static TheoryData<string> Ways => [.. FilesServer.Ways];

    public static TheoryData<string, string> WaysOverOthers =>
        [.. from way in ServingWay.All
            from transport in way.Transports.Where(transport => transport is "http2" or "https")
            select (way.Name, transport)];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Ways))]
    public void Truncated_WhileItIsSent_IsBrokenOffAndNeverFilledUp(string way)
    {
        string path = Write(way);
        using Socket socket = Ask(way, path);
        RawResponse head = RawResponse.ReadOne(socket, hasBody: false);
        Assert.Equal((200, (long)Size), (head.Status, head.Announced));
        Truncate(path, LeftAfterwards);

        long received = ReadToEnd(socket);
        Assert.True(received < Size, "the response was filled up to the announced length");
    }

    /// <summary>The same over TLS and over HTTP/2, where the end of a response is told in other ways.</summary>
    [Theory]
    [MemberData(nameof(WaysOverOthers))]
    public async Task Truncated_OverAnotherTransport_IsBrokenOffAndNeverFilledUp(string way, string transport)
    {
        string path = Write($"{way}-{transport}");
        using HttpClient client = server.Client(transport);
        using HttpResponseMessage response = await client.GetAsync(
            new Uri(FilesServer.PathOf(way, Path.GetFileName(path)), UriKind.Relative),
            HttpCompletionOption.ResponseHeadersRead,
            Cancellation);
        Assert.Equal(Size, response.Content.Headers.ContentLength);
        Truncate(path, LeftAfterwards);

        long received = 0;
        await using Stream body = await response.Content.ReadAsStreamAsync(Cancellation);
        byte[] buffer = new byte[1 << 20];
        await Assert.ThrowsAnyAsync<IOException>(async () =>
        {
            while (await body.ReadAsync(buffer, Cancellation) is > 0 and int count)
            {
                received += count;
            }
        });
        Assert.True(received < Size, "the response was filled up to the announced length");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Emptied_WhileItIsSent_IsBrokenOffAndTheServerLivesOn(string way)
    {
        string path = Write(way);
        using (Socket socket = Ask(way, path))
        {
            RawResponse.ReadOne(socket, hasBody: false);
            Truncate(path, length: 0);
            Assert.True(ReadToEnd(socket) < Size);
        }

        Assert.Equal(200, server.Get(way, FilesServer.PathOf(way, "small.bin")).Status);
    }

    /// <summary>An open file stays what it was.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task RemovedOrReplaced_WhileItIsSent_IsTheOldFileToItsEnd(string way)
    {
        long brokenOff = await BrokenOffAsync(way);
        foreach (bool isReplaced in (bool[])[false, true])
        {
            string path = Write(way);
            using Socket socket = Ask(way, path);
            RawResponse.ReadOne(socket, hasBody: false);
            if (isReplaced)
            {
                string other = Path.Combine(server.Folder, $"other-{way}");
                File.WriteAllBytes(other, new byte[Size]);
                File.Move(other, path, overwrite: true);
            }
            else
            {
                File.Delete(path);
            }

            Assert.Equal(Size, ReadToEnd(socket, filledWith: 0x55));
        }

        Assert.Equal(brokenOff, await BrokenOffAsync(way));
    }

    /// <summary>Responses that the server itself broke off.</summary>
    private async Task<long> BrokenOffAsync(string way)
    {
        JsonElement errors = (await server.Server.GetStatsAsync(FilesServer.KindOf(way))).GetProperty("errors");
        return errors.TryGetProperty("file-changed", out JsonElement count) ? count.GetInt64() : 0;
    }

    /// <summary>As another program does it, which asks nobody for a lock.</summary>
    private static void Truncate(string path, long length)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        file.SetLength(length);
    }

    private string Write(string way)
    {
        string path = Path.Combine(server.Folder, $"changing-{way}.bin");
        byte[] content = new byte[Size];
        content.AsSpan().Fill(0x55);
        File.WriteAllBytes(path, content);
        return path;
    }

    /// <summary>Asks for the file, and reads nothing yet: the server is stuck in the middle of it.</summary>
    private Socket Ask(string way, string path)
    {
        Socket socket = server.Connect(FilesServer.KindOf(way), receiveBuffer: 64 << 10);
        string target = FilesServer.PathOf(way, Path.GetFileName(path));
        socket.Send(Encoding.ASCII.GetBytes($"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
        return socket;
    }

    /// <summary>Number of bytes until the server closes, or resets the connection.</summary>
    private static long ReadToEnd(Socket socket, byte? filledWith = null)
    {
        byte[] buffer = new byte[1 << 20];
        long received = 0;
        try
        {
            while (socket.Receive(buffer) is > 0 and int count)
            {
                int other = filledWith is { } value ? buffer.AsSpan(0, count).IndexOfAnyExcept(value) : -1;
                Assert.True(other < 0, string.Create(CultureInfo.InvariantCulture, $"byte {received + other} is not of the file"));
                received += count;
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // It broke the response off.
        }

        return received;
    }
}
