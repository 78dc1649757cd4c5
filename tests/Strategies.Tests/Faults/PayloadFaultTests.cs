namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What every strategy makes of a file that is not as long as it was.</summary>
public sealed class PayloadFaultTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Announced = 200_000;

    /// <summary>What a strategy does with a file longer than announced; it cannot be told from its interface.</summary>
    private static readonly Dictionary<string, string> s_onGrowth = new()
    {
        ["read-write-1k"] = StopsAtLength,
        ["read-write-64k"] = StopsAtLength,
        ["read-write-1m"] = StopsAtLength,
        ["begin-send"] = StopsAtLength,
        ["copy-to-async"] = Reports,
        ["send-file"] = Overruns,
        ["send-file-header"] = Overruns,
        ["native-send-file"] = Reports,
        ["native-send-file-kept"] = Reports,
        ["splice"] = Reports,
        ["splice-kept"] = Reports,
        ["mapped"] = Reports,
        ["mapped-kept"] = Reports,
        ["mapped-more-kept"] = Reports,
        ["zero-copy"] = Reports,
        ["io-uring"] = Reports,
        ["gathered-64k"] = Reports,
        ["gathered-256k"] = Reports,
        ["gathered-1m"] = Reports,
        ["gathered-64k-kept"] = Reports,
        ["gathered-256k-kept"] = Reports,
        ["gathered-1m-kept"] = Reports,
        ["send-async"] = Reports,
        ["saea"] = Reports,
        ["pipelines"] = Reports,
        ["send-file-async"] = Overruns,
        ["send-packets"] = Reports,
        ["adaptive"] = Reports,
        ["tls-read-write-64k"] = StopsAtLength,
        ["tls-copy-to-async"] = Reports,
        ["pipe-copy"] = StopsAtLength,
        ["pipe-copy-128k"] = StopsAtLength,
        ["pipe-splice"] = Reports,
        ["pipe-splice-1m"] = Reports,
        ["pipe-vmsplice-mapped"] = Reports,
    };

    private const string StopsAtLength = "sends what was announced";
    private const string Reports = "says that it grew";
    private const string Overruns = "sends too much, and its connection is out of step";

    public static TheoryData<string> Ids => StrategyCases.FramedIds();

    public static TheoryData<string, int> Shrunk => [.. StrategyCases.Framed.SelectMany(descriptor => new[] { (descriptor.Id, Announced - 1), (descriptor.Id, 70_000), (descriptor.Id, 0) })];

    [Theory]
    [MemberData(nameof(Shrunk))]
    public async Task Transfer_FileShrank_PayloadChanged(string id, int onDisk)
    {
        TransferException exception = await Failing.AgainstAsync<TransferException>(
            id,
            folder.Lying(Announced, onDisk).Payload,
            receivers.ConnectionFor(id, verifies: true));
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Announced} to {onDisk} bytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_FileVanished_NamesTheFile(string id)
    {
        Payload payload = folder.Missing(Announced);
        TransferException exception = await Failing.AgainstAsync<TransferException>(id, payload, receivers.ConnectionFor(id, verifies: true));
        Assert.Equal(TransferErrorKind.PayloadUnreadable, exception.Kind);
        Assert.Contains(payload.Path, exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mapped")]
    [InlineData("mapped-kept")]
    [InlineData("mapped-more-kept")]
    [InlineData("zero-copy")]
    [InlineData("pipe-vmsplice-mapped")]
    public async Task Transfer_FileSystemThatMapsNothing_UnsupportedNamingTheFile(string id)
    {
        // Of sysfs, which has files with a length that can be read only: mmap(2) answers ENODEV.
        const string Notes = "/sys/kernel/notes";
        Assert.SkipUnless(File.Exists(Notes), $"needs {Notes}");
        TransferException exception = await Failing.AgainstAsync<TransferException>(id, new Payload(Notes, new FileInfo(Notes).Length), receivers.ConnectionFor(id));
        Assert.Equal(TransferErrorKind.Unsupported, exception.Kind);
        Assert.Contains($"file system of {Notes} does not map files", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_FileGrew_DoesAsDocumented(string id)
    {
        TestPayload grown = folder.Lying(Announced, Announced + 1000);
        if (s_onGrowth[id] == Reports)
        {
            TransferException changed = await Failing.AgainstAsync<TransferException>(id, grown.Payload, receivers.ConnectionFor(id, verifies: true));
            Assert.Equal(TransferErrorKind.PayloadChanged, changed.Kind);
            Assert.Contains($"grew from {Announced} to {Announced + 1000} bytes", changed.Message, StringComparison.Ordinal);
            return;
        }

        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id, verifies: true));
        Delivery delivery = await Transfers.RunAsync(strategy, grown.Payload);
        // The frame is right, because the receiver counts; whoever measures has to look at the file again.
        Assert.Equal(Announced, delivery.Bytes);
        Assert.Equal(grown.Crc32C, delivery.Crc32C);
        if (s_onGrowth[id] == Overruns)
        {
            TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, folder.Get(4096).Payload));
            Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        }
        else
        {
            Assert.Equal(4096, (await Transfers.RunAsync(strategy, folder.Get(4096).Payload)).Bytes);
        }
    }
}
