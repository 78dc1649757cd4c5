using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Server.Tests.Hostile;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests;

/// <summary>The ways in which a server is told to stop.</summary>
public sealed class StoppingTests : IDisposable
{
    private const string UntilInputCloses = "--until-input-closes";
    /// <summary>When so many bytes of a frame were sent, the server has read some of them.</summary>
    private const int MoreThanSocketsHold = 32 << 20;

    private const string NoChecksum = "0000000000000000";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-stopping-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Terminate_Idle_ExitCodeZero()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync();
        server.Send(UnixSignal.Terminate);
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Terminate_WithinAFrame_LetsItFinish()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "25s");
        using WireClient within = await server.ConnectAsync();
        using WireClient between = await server.ConnectAsync();
        await between.ExchangeAsync(Content.Of(10));
        await within.SendAsync(WireClient.Frame(2 * MoreThanSocketsHold, new byte[MoreThanSocketsHold]));
        server.Send(UnixSignal.Terminate);
        // A server that is between frames with a sender does not wait for it.
        await between.AssertEndOfStreamAsync();
        await within.SendAsync(new byte[MoreThanSocketsHold]);
        Assert.Equal(2 * MoreThanSocketsHold, (await within.ReadAnswerAsync()).Status);
        await within.AssertEndOfStreamAsync();
        await server.AssertEndsWellAsync();
    }

    [Theory]
    [InlineData("tcp")]
    [ExhaustiveInlineData("unix")]
    [InlineData("tls")]
    public async Task Terminate_WithinAFrame_AcceptsNobodyAndLetsItFinish(string kind)
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "25s");
        using StreamClient within = await StreamClient.ConnectAsync(server, kind);
        await within.SendAsync(WireClient.Frame(2 * MoreThanSocketsHold, new byte[MoreThanSocketsHold]));
        server.Send(UnixSignal.Terminate);
        await AssertRefusesSoonAsync(async () =>
        {
            using StreamClient late = await StreamClient.ConnectAsync(server, kind);
        });
        await within.SendAsync(new byte[MoreThanSocketsHold]);
        Assert.Equal(2 * MoreThanSocketsHold, await within.ReadStatusAsync());
        await within.AssertEndOfStreamAsync();
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Terminate_WithinAnUpload_AcceptsNobodyAndLetsItFinish()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "25s");
        var address = new Uri(server.Addresses["http"]);
        var endpoint = IPEndPoint.Parse(address.Authority);
        using StreamClient within = await StreamClient.ConnectAsync(endpoint, isEncrypted: false);
        await within.SendAsync(Encoding.ASCII.GetBytes(
            $"PUT /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {2 * MoreThanSocketsHold}\r\n\r\n"));
        await within.SendAsync(new byte[MoreThanSocketsHold]);
        server.Send(UnixSignal.Terminate);
        await AssertRefusesSoonAsync(async () =>
        {
            using StreamClient late = await StreamClient.ConnectAsync(endpoint, isEncrypted: false);
        });
        await within.SendAsync(new byte[MoreThanSocketsHold]);
        // The first bytes of "HTTP/1.1 200 OK".
        Assert.Equal(BinaryPrimitives.ReadInt64BigEndian("HTTP/1.1"u8), await within.ReadStatusAsync());
        await within.AssertClosedAsync();
        await server.AssertEndsWellAsync();
    }

    /// <summary>Files and messages that are being fetched arrive whole, whatever sends them.</summary>
    [Theory]
    [InlineData("http-file-sender", "GET /serve/file-sender/served HTTP/1.1")]
    [InlineData("tcp-fetch", null)]
    [ExhaustiveInlineData("http", "GET /serve/copy/served HTTP/1.1")]
    [InlineData("http", "GET /serve/send-file-async/served HTTP/1.1")]
    [ExhaustiveInlineData("http", "POST /twirp/filetransfer.Payloads/Fetch HTTP/1.1")]
    public async Task Terminate_WithinAnAnswer_LetsItFinish(string kind, string? request)
    {
        const int Length = 2 * MoreThanSocketsHold;
        UnixSignal.SkipUnlessUsable();
        await File.WriteAllBytesAsync(Path.Combine(_folder.FullName, "served"), new byte[Length], TestContext.Current.CancellationToken);
        await using RunningServer server = await RunningServer.StartAsync("--grace", "25s", "--files", _folder.FullName);
        using var client = new TcpClient();
        var address = IPEndPoint.Parse(server.Addresses[kind].Replace("http://", "", StringComparison.Ordinal));
        await client.ConnectAsync(address, TestContext.Current.CancellationToken);
        NetworkStream stream = client.GetStream();
        await stream.WriteAsync(Request(request), TestContext.Current.CancellationToken);
        byte[] buffer = new byte[1 << 20];
        long count = await stream.ReadAsync(buffer, TestContext.Current.CancellationToken);
        server.Send(UnixSignal.Terminate);
        await Task.Delay(200, TestContext.Current.CancellationToken);
        while (await stream.ReadAsync(buffer, TestContext.Current.CancellationToken) is > 0 and int more)
        {
            count += more;
        }

        Assert.InRange(count, Length, Length + 1000);
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Terminate_Twice_EndsAtOnce()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "1h");
        using WireClient within = await server.ConnectAsync();
        using WireClient between = await server.ConnectAsync();
        await between.ExchangeAsync(Content.Of(10));
        await within.SendAsync(WireClient.Frame(2 * MoreThanSocketsHold, new byte[MoreThanSocketsHold]));
        server.Send(UnixSignal.Terminate);
        await between.AssertEndOfStreamAsync();
        server.Send(UnixSignal.Terminate);
        Assert.Equal(1, await server.WaitForExitAsync());
        server.WaitForError("ended at once, by a second signal");
    }

    [Fact]
    public async Task Terminate_WithinAFrame_AnswersMinusFour()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync("--grace", "200ms");
        using WireClient within = await server.ConnectAsync();
        using WireClient between = await server.ConnectAsync();
        await between.ExchangeAsync(Content.Of(10));
        await within.ExchangeAsync(Content.Of(10));
        await within.SendAsync(WireClient.Frame(1000, Content.Of(10)));
        server.Send(UnixSignal.Terminate);
        Assert.Equal((-4, NoChecksum), await within.ReadAnswerAsync());
        await within.AssertEndOfStreamAsync();
        await between.AssertEndOfStreamAsync();
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Interrupt_ByItself_ExitCodeZero()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync();
        server.Send(UnixSignal.Interrupt);
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task Interrupt_UntilInputCloses_IsLeftToTheParent()
    {
        UnixSignal.SkipUnlessUsable();
        await using RunningServer server = await RunningServer.StartAsync(UntilInputCloses);
        using WireClient within = await server.ConnectAsync();
        await within.SendAsync(WireClient.Frame(20, Content.Of(20).AsSpan(0, 10)));
        server.Send(UnixSignal.Interrupt);
        // A server that stops would answer the frame that is not complete, and accept nobody any more.
        for (int i = 0; i < 50; i++)
        {
            using WireClient next = await server.ConnectAsync();
            await next.ExchangeAsync(Content.Of(10));
        }

        await within.SendAsync(Content.Of(20).AsMemory(10));
        Assert.Equal((20, BitwiseCrc32C.FieldOf(Content.Of(20))), await within.ReadAnswerAsync());
        server.CloseInput();
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task InputCloses_WithinAFrame_AnswersMinusFour()
    {
        await using RunningServer server = await RunningServer.StartAsync(UntilInputCloses, "--grace", "200ms");
        using WireClient client = await server.ConnectAsync();
        await client.ExchangeAsync(Content.Of(10));
        await client.SendAsync(WireClient.Frame(1000, Content.Of(10)));
        server.CloseInput();
        Assert.Equal((-4, NoChecksum), await client.ReadAnswerAsync());
        await server.AssertEndsWellAsync();
    }

    [Fact]
    public async Task InputCloses_WithoutTheOption_ChangesNothing()
    {
        await using RunningServer server = await RunningServer.StartAsync();
        server.CloseInput();
        for (int i = 0; i < 50; i++)
        {
            using WireClient client = await server.ConnectAsync();
            await client.ExchangeAsync(Content.Of(10));
        }
    }

    /// <summary>A request for 64 MiB: by name in a frame, over HTTP by its path, or as a message whose field 1 is that length.</summary>
    private static byte[] Request(string? line)
    {
        if (line is null)
        {
            return WireClient.Frame("/serve/file-sender/served".Length, Encoding.ASCII.GetBytes("/serve/file-sender/served"));
        }

        bool isCall = line.StartsWith("POST", StringComparison.Ordinal);
        byte[] body = isCall ? [0x08, 0x80, 0x80, 0x80, 0x20] : [];
        string type = isCall ? "Content-Type: application/protobuf\r\nContent-Length: 5\r\n" : "";
        return [.. Encoding.ASCII.GetBytes($"{line}\r\nHost: localhost\r\nConnection: close\r\n{type}\r\n"), .. body];
    }

    /// <summary>Connects until nobody listens any more, which is long before the end of the grace time.</summary>
    private static async Task AssertRefusesSoonAsync(Func<Task> connect)
    {
        long start = Environment.TickCount64;
        while (await Record.ExceptionAsync(connect) is null)
        {
            Assert.True(Environment.TickCount64 - start < ServerCommand.Limit.TotalMilliseconds, "the server still accepts connections");
            await Task.Delay(5, TestContext.Current.CancellationToken);
        }
    }

    [Fact]
    public async Task InputCloses_BeforeTheServerIsReady_ExitCodeZeroWithoutAWord()
    {
        (int exitCode, string _, string errors) = await ServerCommand.RunToEndAsync(UntilInputCloses);
        Assert.Equal("", errors);
        Assert.Equal(0, exitCode);
    }
}
