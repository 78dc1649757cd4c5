using FileTransfer.Harness.Rounds;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Tests.Rounds;

public sealed class SharedCopyTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly SizedPayload _payload;

    public SharedCopyTests()
    {
        string path = _folder.File("payload.bin");
        File.WriteAllText(path, "payload");
        _payload = new SizedPayload("7", new Payload(path, 7));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Of_OneHasACopyOfItsOwn_OthersSendANewCopyToo()
    {
        string fetches = StrategyCatalog.All.First(strategy => strategy.FetchesFiles).Id;
        PlannedCase[] cases = [Plan("send-file-async"), Plan("send-file"), Plan(fetches), Plan("send-file@cold")];
        string path;
        using (SharedCopy copy = SharedCopy.For(cases, CacheMode.Warm)!)
        {
            path = copy.Of(cases[1]).Payload.Path;
            Assert.NotEqual(_payload.Payload.Path, path);
            Assert.Equal("payload", File.ReadAllText(path));
            // It makes its own; a server serves one folder; and what is cold was read from the disk anyway.
            Assert.All([cases[0], cases[2], cases[3]], planned => Assert.Same(_payload, copy.Of(planned)));
        }

        Assert.False(Directory.Exists(Path.GetDirectoryName(path)));
        Assert.True(File.Exists(_payload.Payload.Path));
    }

    [Theory]
    [InlineData("send-file,splice", CacheMode.Warm)]
    [InlineData("send-file-async", CacheMode.Warm)]
    [InlineData("send-file-async,splice", CacheMode.Cold)]
    public void For_NobodyToCompareWithACopy_IsNone(string strategies, CacheMode cache) =>
        Assert.Null(SharedCopy.For([.. strategies.Split(',').Select(Plan)], cache));

    [Fact]
    public void For_PayloadThatIsGone_ThrowsAndLeavesNothing()
    {
        File.Delete(_payload.Payload.Path);

        Assert.Throws<FileNotFoundException>(() => SharedCopy.For([Plan("send-file-async"), Plan("send-file")], CacheMode.Warm));
    }

    private PlannedCase Plan(string strategy) => new(StrategyCatalog.Find(strategy), "tcp", _payload, Placement.Free);
}
