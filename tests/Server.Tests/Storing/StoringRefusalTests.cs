using System.Net;
using System.Text;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Storing;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Tests.Storing;

/// <summary>What a receiver does with what it cannot store: one answer, no file, and nothing happens to the other connections.</summary>
public sealed class StoringRefusalTests
{
    [Fact]
    public async Task Keep_ServerWithoutAFolder_IsRefused()
    {
        var options = new ServerOptions { LogsEvents = false };
        await using var receiver = new SocketReceiver(
            "keep", new IPEndPoint(IPAddress.Loopback, 0), options, StoringSink.Maker(options));
        using WireClient client = await WireClient.ConnectAsync(IPEndPoint.Parse(receiver.Endpoint));
        await client.SendAsync(WireClient.Frame("splice preallocate=off durability=none"u8));
        await StoringServer.AssertRefusedAsync(client, AcknowledgementStatus.CannotStore);
        Assert.Equal(1, receiver.Stats.Errors["cannot-keep"]);
    }

    [Theory]
    [InlineData("no-such-way preallocate=off durability=none")]
    [InlineData("../splice preallocate=off durability=none")]
    [InlineData("body preallocate=off durability=none")]
    [InlineData("splice preallocate=yes durability=none")]
    [InlineData("splice preallocate=off durability=sometimes")]
    [InlineData("splice preallocate=off durability=1")]
    [InlineData("splice preallocate=off")]
    [InlineData("splice  preallocate=off durability=none")]
    [InlineData("splice preallocate=off durability=none ")]
    [InlineData(" preallocate=off durability=none")]
    [InlineData("splice durability=none preallocate=off")]
    [InlineData("")]
    [InlineData("\0\r\n\u001b[31m")]
    public async Task Keep_NoSuchRequest_IsRefused(string request)
    {
        var errors = new StringWriter();
        await using var server = new StoringServer(options: new ServerOptions { Errors = errors });
        using WireClient client = await server.ConnectAsync();
        await client.SendAsync(WireClient.Frame(Encoding.UTF8.GetBytes(request)));
        await StoringServer.AssertRefusedAsync(client, AcknowledgementStatus.CannotStore);
        server.AwaitFiles(0);
        Assert.DoesNotContain('\u001b', errors.ToString());
    }

    [Fact]
    public async Task Keep_FileWithoutIntroduction_IsRefused()
    {
        await using var server = new StoringServer();
        using WireClient client = await server.ConnectAsync();
        await client.SendAsync(WireClient.Frame(Content.Of(StoringRequest.Longest + 1)));
        await StoringServer.AssertRefusedAsync(client, AcknowledgementStatus.CannotStore);
        server.AwaitFiles(0);
    }

    [Theory]
    [MemberData(nameof(StoringServer.Ways), MemberType = typeof(StoringServer))]
    public async Task Keep_TargetExists_IsRefusedAndLeftAlone(string way)
    {
        await using var server = new StoringServer(name: () => "taken");
        string taken = Path.Combine(server.Folder, "taken");
        await File.WriteAllTextAsync(taken, "mine", TestContext.Current.CancellationToken);
        using WireClient client = await server.ConnectAsync(way, preallocate: "on");
        await client.SendAsync(WireClient.Frame(Content.Of(100_000)));
        await StoringServer.AssertRefusedAsync(client, AcknowledgementStatus.TargetExists);
        Assert.Equal("mine", await File.ReadAllTextAsync(taken, TestContext.Current.CancellationToken));
        Assert.Equal(1, server.Receiver.Stats.Errors["target-exists"]);
    }

    /// <summary>A link in the folder leads nowhere, whether there is something at its end or not.</summary>
    [Theory]
    [MemberData(nameof(StoringServer.Ways), MemberType = typeof(StoringServer))]
    public async Task Keep_SymbolicLinkPlanted_IsNotFollowed(string way)
    {
        string outside = Directory.CreateTempSubdirectory("filetransfer-outside-").FullName;
        try
        {
            foreach (bool exists in (bool[])[false, true])
            {
                await using var server = new StoringServer(name: () => "link");
                string target = Path.Combine(outside, "target");
                if (exists)
                {
                    await File.WriteAllTextAsync(target, "outside", TestContext.Current.CancellationToken);
                }

                File.CreateSymbolicLink(Path.Combine(server.Folder, "link"), target);
                using WireClient client = await server.ConnectAsync(way);
                await client.SendAsync(WireClient.Frame(Content.Of(1000)));
                await StoringServer.AssertRefusedAsync(client, AcknowledgementStatus.TargetExists);
                Assert.Equal(exists, File.Exists(target));
                Assert.Equal(
                    exists ? "outside" : "",
                    exists ? await File.ReadAllTextAsync(target, TestContext.Current.CancellationToken) : "");
            }
        }
        finally
        {
            Directory.Delete(outside, recursive: true);
        }
    }

    [Fact]
    public async Task Keep_MoreThanTheDiskHolds_IsRefusedBeforeAnythingIsWritten()
    {
        await using var server = new StoringServer(options: new ServerOptions { MaximumLength = long.MaxValue, LogsEvents = false });
        using WireClient client = await server.ConnectAsync("random-access");
        await client.SendAsync(WireClient.Frame(1L << 60, Content.Of(1000)));
        Assert.Equal(AcknowledgementStatus.DiskFull, (await client.ReadAnswerAsync()).Status);
        Assert.Empty(server.Files);
        Assert.Equal(1, server.Receiver.Stats.Errors["disk-full"]);
    }

    /// <summary>Both: the file that grows until there is no room, and the one for which room is reserved first.</summary>
    [Theory]
    [MemberData(nameof(StoringServer.Ways), MemberType = typeof(StoringServer))]
    public async Task Keep_DiskBecomesFull_IsRefusedTheFileIsGone_AndOthersGoOn(string way)
    {
        const int Size = 6 << 20;
        const int First = 100_000;
        using var disk = new SmallDisk();
        await using var server = new StoringServer(disk.Folder);
        using WireClient other = await server.ConnectAsync(way);
        await other.ExchangeAsync(Content.Of(10_000));
        using WireClient client = await server.ConnectAsync(way);
        byte[] frame = WireClient.Frame(Content.Of(Size));
        await client.SendAsync(frame.AsMemory(0, First));
        server.AwaitFiles(1);
        disk.Fill();
        await client.SendAsync(frame.AsMemory(First));
        Assert.Equal(AcknowledgementStatus.DiskFull, (await client.ReadAnswerAsync()).Status);
        Assert.Equal(["ballast"], server.Files.Select(Path.GetFileName));
        await client.AssertEndOfStreamAsync();
        Assert.Equal(1, server.Receiver.Stats.Errors["disk-full"]);

        disk.Empty();
        byte[] content = Content.Of(1 << 20);
        await other.SendAsync(WireClient.Frame(content));
        Assert.Equal(content.Length, (await other.ReadAnswerAsync()).Status);
        server.AwaitFiles(0);
    }

    [Theory]
    [MemberData(nameof(StoringServer.Ways), MemberType = typeof(StoringServer))]
    public async Task Keep_SenderBreaksOff_LeavesNoFile(string way)
    {
        await using var server = new StoringServer();
        using (WireClient client = await server.ConnectAsync(way))
        {
            await client.SendAsync(WireClient.Frame(3 << 20, Content.Of(2 << 20)));
            server.AwaitFiles(1);
            client.Reset();
        }

        server.AwaitFiles(0);
        using WireClient polite = await server.ConnectAsync(way);
        await polite.SendAsync(WireClient.Frame(3 << 20, Content.Of(2 << 20)));
        server.AwaitFiles(1);
        polite.FinishSending();
        await polite.AssertEndOfStreamAsync();
        server.AwaitFiles(0);
    }

    [Theory]
    [MemberData(nameof(StoringServer.Ways), MemberType = typeof(StoringServer))]
    public async Task Keep_ServerStops_SaysSoAndLeavesNoFile(string way)
    {
        await using var server = new StoringServer(
            options: new ServerOptions { Grace = TimeSpan.FromMilliseconds(200), LogsEvents = false });
        using WireClient client = await server.ConnectAsync(way);
        await client.SendAsync(WireClient.Frame(3 << 20, Content.Of(2 << 20)));
        server.AwaitFiles(1);
        await server.Receiver.DisposeAsync();
        Assert.Empty(server.Files);
        Assert.Equal(AcknowledgementStatus.ServerStopping, (await client.ReadAnswerAsync()).Status);
    }
}
