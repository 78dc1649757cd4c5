using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Tests.Storing;

/// <summary>What is in the folder while a file is received, and after.</summary>
public sealed class StoredContentTests
{
    private static readonly int[] s_sizes = [1, 4095, 4096, 4097, 65_537, (1 << 20) + 3, Exhaustive.Or(3_000_001, 12_345_678)];
    private static readonly string[] s_options = Exhaustive.Or<string[]>(
        ["off none", "on fsync"], ["off none", "on none", "off fdatasync", "on fsync"]);

    public static TheoryData<string, string, string> Cases =>
        [.. from way in StoringServer.Ways
            from options in s_options
            select (way.Data, options.Split(' ')[0], options.Split(' ')[1])];

    /// <summary>A file that is open is still there when it has been deleted: its content is that of the end.</summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Keep_EverySize_TheFileIsWhatWasSent_AndIsDeletedAfterwards(string way, string preallocate, string durability)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "a deleted file can be read on Linux");
        await using var server = new StoringServer(options: new ServerOptions { IsCheckDue = _ => true, LogsEvents = false });
        using WireClient client = await server.ConnectAsync(way, preallocate, durability);
        foreach (int size in s_sizes)
        {
            byte[] content = Content.Of(size, seed: size);
            byte[] frame = WireClient.Frame(content);
            await client.SendAsync(frame.AsMemory(0, frame.Length - 1));
            server.AwaitFiles(1);
            using var file = new FileStream(server.Files[0], FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            AssertPrivate(way, file);
            await client.SendAsync(frame.AsMemory(frame.Length - 1));
            Assert.Equal((size, BitwiseCrc32C.FieldOf(content)), await client.ReadAnswerAsync());

            byte[] stored = new byte[size + 1];
            int read = await file.ReadAtLeastAsync(stored, size + 1, throwOnEndOfStream: false, TestContext.Current.CancellationToken);
            Assert.Equal(size, read);
            Assert.True(content.AsSpan().SequenceEqual(stored.AsSpan(0, size)), $"{way}: {size} bytes are others in the file");
            server.AwaitFiles(0);
        }

        Assert.Equal((s_sizes.Length, 0), (server.Receiver.Stats.Frames, server.Receiver.Stats.Errors.Count));
    }

    [Theory]
    [MemberData(nameof(StoringServer.Ways), MemberType = typeof(StoringServer))]
    public async Task Keep_EmptyFilesAndSmallOnes_AreAcknowledged(string way)
    {
        await using var server = new StoringServer(options: new ServerOptions { IsCheckDue = _ => false, LogsEvents = false });
        using WireClient client = await server.ConnectAsync(way, preallocate: "on");
        foreach (int size in (int[])[0, 0, 5, 0, 7])
        {
            byte[] content = Content.Of(size);
            await client.SendAsync(WireClient.Frame(content));
            // The first that has content is checked, and no other: the rule says never.
            Assert.Equal((size, size == 5 ? BitwiseCrc32C.FieldOf(content) : new string('0', 16)), await client.ReadAnswerAsync());
        }

        server.AwaitFiles(0);
        Assert.Equal(5, server.Receiver.Stats.Frames);
    }

    /// <summary>Every piece comes after the receiver has begun to wait, gives its thread away and goes on with another.</summary>
    [Theory]
    [MemberData(nameof(StoringServer.Ways), MemberType = typeof(StoringServer))]
    public async Task Keep_InPieces_IsTheSame(string way)
    {
        await using var server = new StoringServer(
            options: new ServerOptions { IsCheckDue = _ => true, ParkAfter = TimeSpan.FromMilliseconds(5), LogsEvents = false });
        using WireClient client = await server.ConnectAsync(way);
        byte[] content = Content.Of(300_000);
        byte[] frame = WireClient.Frame(content);
        foreach (byte[] piece in frame.Chunk(70_001))
        {
            await client.SendAsync(piece);
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        Assert.Equal((content.Length, BitwiseCrc32C.FieldOf(content)), await client.ReadAnswerAsync());
        await client.ExchangeAsync(Content.Of(10));
        Assert.Empty(server.Receiver.Stats.Errors);
    }

    /// <summary>File.OpenHandle knows no mode: those files are as private as their folder.</summary>
    private static void AssertPrivate(string way, FileStream file)
    {
        if (!OperatingSystem.IsWindows() && way is not ("random-access" or "pipe-reader"))
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file.SafeFileHandle));
        }
    }
}
