using System.Net;
using System.Text;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Storing;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Tests.Storing;

/// <summary>A receiver that stores files in a folder of its own, and clients for it.</summary>
internal sealed class StoringServer : IAsyncDisposable
{
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    private readonly string? _own;

    /// <param name="folder">Folder to store files in; null for a new one.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="name">What files are named; null for the server's own names.</param>
    /// <param name="makeStorer">What stores them; null for the real ones.</param>
    public StoringServer(
        string? folder = null,
        ServerOptions? options = null,
        Func<string>? name = null,
        Func<StoringRequest, FileStorer>? makeStorer = null)
    {
        _own = folder is null ? Directory.CreateTempSubdirectory("filetransfer-kept-").FullName : null;
        Folder = folder ?? _own!;
        StoringFolder stored = StoringFolder.Of(Folder)!;
        stored.Name = name;
        options ??= new ServerOptions { LogsEvents = false };
        Receiver = new SocketReceiver(
            "keep",
            new IPEndPoint(IPAddress.Loopback, 0),
            options,
            () => new StoringSink(stored, options.IsCheckDue, makeStorer ?? FrameStorers.Of));
    }

    public string Folder { get; }

    public SocketReceiver Receiver { get; }

    /// <summary>What is in the folder, by path.</summary>
    public string[] Files => Directory.GetFileSystemEntries(Folder);

    /// <summary>The ways that this machine has.</summary>
    public static TheoryData<string> Ways => [.. StoringWay.OfFrames.Select(way => way.Name)];

    /// <summary>Skips a test of a way that this machine does not have.</summary>
    public static void SkipUnlessPossible(string way)
    {
        Availability availability = Strategies.StrategyCatalog.Find($"keep-{way}").Probe();
        Assert.SkipUnless(availability.IsAvailable, availability.Reason ?? "");
    }

    /// <summary>Connects, and says nothing.</summary>
    public Task<WireClient> ConnectAsync() => WireClient.ConnectAsync(IPEndPoint.Parse(Receiver.Endpoint));

    /// <summary>Connects, and says how files are to be stored.</summary>
    public async Task<WireClient> ConnectAsync(string way, string preallocate = "off", string durability = "none")
    {
        SkipUnlessPossible(way);
        WireClient client = await ConnectAsync();
        byte[] request = Encoding.ASCII.GetBytes($"{way} preallocate={preallocate} durability={durability}");
        await client.SendAsync(WireClient.Frame(request));
        Assert.Equal((request.Length, new string('0', 16)), await client.ReadAnswerAsync());
        return client;
    }

    /// <summary>Waits until the folder holds so many entries.</summary>
    public void AwaitFiles(int count) =>
        Assert.True(SpinWait.SpinUntil(() => Files.Length == count, Limit), $"not {count} but {Files.Length}: {string.Join(", ", Files)}");

    /// <summary>Expects a refusal, and the end of the connection behind it.</summary>
    public static async Task AssertRefusedAsync(WireClient client, long status)
    {
        Assert.Equal(status, (await client.ReadAnswerAsync()).Status);
        await client.AssertEndOfStreamAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await Receiver.DisposeAsync();
        if (_own is not null)
        {
            Directory.Delete(_own, recursive: true);
        }
    }
}
