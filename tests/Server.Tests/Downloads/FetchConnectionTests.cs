using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Framed files, with clients that speak the format and clients that do not; read without any code of the product's.</summary>
public sealed class FetchConnectionTests(FilesServer server) : IClassFixture<FilesServer>
{
    private const string Kind = "tcp-fetch";

    public static TheoryData<string> Ways => [.. ServingWay.OnSockets.Select(way => way.Name)];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Requests_OnOneConnection_AreAnsweredInTurn(string way)
    {
        using Socket socket = server.Connect(Kind);
        for (int round = 0; round < 3; round++)
        {
            foreach (string name in (string[])["small.bin", "large.bin", "empty", "one", "with space & \"ü\".bin", "large.bin"])
            {
                Ask(socket, FilesServer.PathOf(way, name));
                Assert.Equal(server.BytesOf(name), ReadFile(socket));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Requests_SentAhead_AreAnsweredInTurn(string way)
    {
        using Socket socket = server.Connect(Kind);
        byte[] one = [.. Framed(FilesServer.PathOf(way, "small.bin")), .. Framed(FilesServer.PathOf(way, "missing"))];
        socket.Send([.. Enumerable.Repeat(one, 100).SelectMany(bytes => bytes)]);
        for (int i = 0; i < 100; i++)
        {
            Assert.Equal(server.BytesOf("small.bin"), ReadFile(socket));
            Assert.Equal(-404, ReadLength(socket));
        }
    }

    /// <summary>The same targets as over HTTP, and the same statuses; refused is the request alone.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void Request_OfWhatIsNotServed_HasItsStatusAndNoFile(string way)
    {
        using Socket socket = server.Connect(Kind);
        foreach ((string target, int status) in BadPathTests.All.Where(one => one.Target.Length < 8000))
        {
            if (target == "device" && !File.Exists(Path.Combine(server.Folder, "device")))
            {
                continue;
            }

            Ask(socket, $"/serve/{way}/{target}");
            Assert.Equal((target, -status), (target, ReadLength(socket)));
        }

        string[] others = ["/", "x", $"/serve/{way}", "/serve/copy/small.bin", "/serve/no-such-way/small.bin", "GET / HTTP/1.1"];
        foreach (string target in others)
        {
            Ask(socket, target);
            Assert.Equal((target, -404), (target, ReadLength(socket)));
        }

        // Still in step.
        Ask(socket, FilesServer.PathOf(way, "small.bin"));
        Assert.Equal(server.BytesOf("small.bin"), ReadFile(socket));
        Assert.Equal(0, socket.Available);
    }

    [Theory]
    [InlineData(0, -400)]
    [InlineData(-1, -400)]
    [InlineData(long.MinValue, -400)]
    [InlineData(8185, -414)]
    [InlineData(long.MaxValue, -414)]
    public void Request_OfALengthThatIsNone_IsRefusedAndTheConnectionEnds(long length, int status)
    {
        using Socket socket = server.Connect(Kind);
        byte[] header = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(header, length);
        socket.Send(header);
        Assert.Equal(status, ReadLength(socket));
        Assert.Equal(0, socket.Receive(new byte[1]));
    }

    [Fact]
    public void Request_OverHttp_IsRefusedAndTheConnectionEnds()
    {
        using Socket socket = server.Connect(Kind);
        socket.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"u8);
        Assert.Equal(-414, ReadLength(socket));
        Assert.Equal(0, socket.Receive(new byte[1]));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Stats_CountTheFilesAndNothingElse(string way)
    {
        JsonElement before = await server.Server.GetStatsAsync(Kind);
        using Socket socket = server.Connect(Kind);
        Ask(socket, FilesServer.PathOf(way, "small.bin"));
        ReadFile(socket);
        Ask(socket, FilesServer.PathOf(way, "missing"));
        ReadLength(socket);
        JsonElement after = await server.Server.GetStatsAsync(Kind);
        Assert.Equal(1, after.GetProperty("frames").GetInt64() - before.GetProperty("frames").GetInt64());
        Assert.Equal(FilesServer.SmallSize, after.GetProperty("bytes").GetInt64() - before.GetProperty("bytes").GetInt64());
    }

    private static byte[] Framed(string target)
    {
        byte[] bytes = Encoding.Latin1.GetBytes(target);
        byte[] frame = new byte[8 + bytes.Length];
        BinaryPrimitives.WriteInt64BigEndian(frame, bytes.Length);
        bytes.CopyTo(frame, 8);
        return frame;
    }

    private static void Ask(Socket socket, string target) => socket.Send(Framed(target));

    private static long ReadLength(Socket socket) => BinaryPrimitives.ReadInt64BigEndian(ReadExactly(socket, 8));

    private static byte[] ReadFile(Socket socket) => ReadExactly(socket, (int)ReadLength(socket));

    private static byte[] ReadExactly(Socket socket, int length)
    {
        Assert.InRange(length, 0, int.MaxValue);
        byte[] bytes = new byte[length];
        for (int read = 0; read < length;)
        {
            int count = socket.Receive(bytes.AsSpan(read));
            Assert.True(count > 0, $"the server closed after {read} of {length} bytes");
            read += count;
        }

        return bytes;
    }
}
