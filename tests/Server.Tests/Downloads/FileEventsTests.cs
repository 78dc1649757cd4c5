using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Whatever goes wrong on a connection that fetches files is one line and one count.</summary>
public sealed class FileEventsTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-events-");

    [Theory]
    [InlineData("http-file-sender", "GARBAGE\r\n\r\n", "bad-request", "was refused with 400: the first line is not METHOD TARGET HTTP/1.1")]
    [InlineData("http-file-sender", "GET / HT", "bad-request", "was refused with 408: the request did not come in time")]
    [ExhaustiveInlineData("http-file-sender", "", "idle", "moved nothing for the 3 s of --idle-timeout")]
    [InlineData("tcp-fetch", "\0\0\0\0\0\0\0\0", "bad-request", "was refused with 400: a request names a file: its length is 1 or more")]
    [ExhaustiveInlineData("tcp-fetch", "\0\0\0", "bad-request", "was refused with 408: the request did not come in time")]
    [InlineData("tcp-fetch", "", "idle", "moved nothing for the 3 s of --idle-timeout")]
    public async Task Connection_WithoutARightRequest_IsToldOnOneLineAndCountedOnce(string kind, string sent, string counted, string told)
    {
        await using RunningServer server = await StartAsync();
        using Socket socket = Connect(server, kind);
        socket.Send(Encoding.Latin1.GetBytes(sent));
        await AssertToldAsync(server, kind, socket.LocalEndPoint!, counted, told);
    }

    [Theory]
    [InlineData("http-file-sender", false)]
    [ExhaustiveInlineData("http-file-sender", true)]
    [ExhaustiveInlineData("tcp-fetch", false)]
    [InlineData("tcp-fetch", true)]
    public async Task Client_GoesAway_IsToldOnOneLineAndCountedOnce(string kind, bool isWithinAFile)
    {
        File.WriteAllBytes(Path.Combine(_folder.FullName, "file"), new byte[64 << 20]);
        await using RunningServer server = await StartAsync();
        EndPoint address;
        using (Socket socket = Connect(server, kind))
        {
            address = socket.LocalEndPoint!;
            const string Target = "/serve/file-sender/file";
            string request = kind == "tcp-fetch"
                ? $"\0\0\0\0\0\0\0{(char)Target.Length}{Target}"
                : $"GET {Target} HTTP/1.1\r\nHost: x\r\n\r\n";
            socket.Send(Encoding.Latin1.GetBytes(isWithinAFile ? request : request[..5]));
            if (isWithinAFile)
            {
                Assert.True(socket.Receive(new byte[1000]) > 0);
            }
        }

        await AssertToldAsync(server, kind, address, "connection-lost", "was lost");
    }

    [Fact]
    public async Task Token_ThatDoesNotCome_IsToldWithinTheHandshakeLimit()
    {
        await using RunningServer server = await StartAsync("--token", "a token");
        server.Authorize("a token");
        using Socket socket = Connect(server, "tcp-fetch");
        await AssertToldAsync(server, "tcp-fetch", socket.LocalEndPoint!, "no-greeting", "did not say who it is in time");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static async Task AssertToldAsync(RunningServer server, string kind, EndPoint peer, string counted, string told)
    {
        server.WaitForError($"server: {kind}: {peer}: {told}");
        JsonElement stats = await server.WaitForStatsAsync(kind, stats => stats.GetProperty("openConnections").GetInt64() == 0);
        JsonProperty error = Assert.Single(stats.GetProperty("errors").EnumerateObject());
        Assert.Equal((counted, 1), (error.Name, error.Value.GetInt64()));
        Assert.Equal(2, server.Errors.Split($"server: {kind}: ").Length);
    }

    private static Socket Connect(RunningServer server, string kind)
    {
        string address = server.Addresses[kind];
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            ReceiveTimeout = (int)ServerCommand.Limit.TotalMilliseconds,
        };
        socket.Connect(IPEndPoint.Parse(address[(address.LastIndexOf('/') + 1)..]));
        return socket;
    }

    private Task<RunningServer> StartAsync(params string[] more) => RunningServer.StartAsync(
    [
        "--files", _folder.FullName, "--receivers", "http-file-sender,tcp-fetch",
        "--idle-timeout", "3s", "--handshake-timeout", "1s", .. more,
    ]);
}
