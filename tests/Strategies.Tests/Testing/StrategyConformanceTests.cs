using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Testing;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Testing;

/// <summary>The checks for authors: our strategies pass them, and each finds what it is there for.</summary>
public sealed class StrategyConformanceTests
{
    [Theory]
    [InlineData("send-file")]
    [ExhaustiveInlineData("copy-to-async")]
    [ExhaustiveInlineData("coalesced-64k-kept")]
    [ExhaustiveInlineData("http-put-stream")]
    public async Task Checks_OfOurs_Pass(string id)
    {
        var checks = new Checked(StrategyCatalog.Find(id));
        await checks.CheckEverySizeAsync();
        await checks.CheckSeveralOnOneConnectionAsync();
        await checks.CheckTruncatedFileIsRefusedAsync();
        await checks.CheckNothingIsLeftOpenAsync();
    }

    [Fact]
    public async Task CheckEverySize_StrategyThatSendsNothing_IsFound() => Assert.StartsWith(
        "lying over tcp, 0 bytes: the server counted 0 files with 0 bytes, and 1 was sent",
        await FoundAsync(new Lying((_, payload) => Claim(payload)), checks => checks.CheckEverySizeAsync()),
        StringComparison.Ordinal);

    /// <summary>A buffer of 64 KiB that is sent once.</summary>
    [Fact]
    public async Task CheckEverySize_StrategyThatSendsOneBufferOnly_IsFound() => Assert.StartsWith(
        "lying over tcp, 65537 bytes: it confirmed 65536 bytes with CRC-32C ",
        await FoundAsync(
            new Lying((connection, payload) => Send(connection, payload, File.ReadAllBytes(payload.Path).Take(64 << 10))),
            checks => checks.CheckEverySizeAsync()),
        StringComparison.Ordinal);

    /// <summary>What was read first is sent again and again.</summary>
    [Fact]
    public async Task CheckSeveral_StrategyThatRemembersTheFirstFile_IsFound()
    {
        Dictionary<long, byte[]> read = [];
        Assert.Contains(
            "and the file has ",
            await FoundAsync(
                new Lying((connection, payload) =>
                {
                    read.TryAdd(payload.Length, File.ReadAllBytes(payload.Path));
                    return Send(connection, payload, read[payload.Length]);
                }),
                checks => checks.CheckSeveralOnOneConnectionAsync()),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task CheckTruncatedFile_StrategyThatSendsWhatIsThere_IsFound() => Assert.StartsWith(
        "lying over tcp, 100000 bytes: the file had 50000 bytes only, and the strategy confirmed 50000",
        await FoundAsync(
            new Lying((connection, payload) => Send(connection, payload, File.ReadAllBytes(payload.Path))),
            checks => checks.CheckTruncatedFileIsRefusedAsync()),
        StringComparison.Ordinal);

    [Fact]
    public async Task CheckNothingIsLeftOpen_StrategyThatForgetsToClose_IsFound()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "descriptors are counted in /proc/self/fd, which needs Linux");
        List<FileStream> forgotten = [];
        string found = await FoundAsync(
            new Lying((_, payload) =>
            {
                forgotten.Add(PayloadFile.OpenStream(payload));
                return Claim(payload);
            }),
            checks => checks.CheckNothingIsLeftOpenAsync());
        forgotten.ForEach(file => file.Dispose());
        Assert.StartsWith("lying over tcp, 1 bytes: 50 descriptors lead to the file after 50 transfers", found, StringComparison.Ordinal);
    }

    private static async Task<string> FoundAsync(Lying lying, Func<Checked, Task> check) =>
        (await Assert.ThrowsAsync<ConformanceException>(() => check(new Checked(lying.Descriptor)))).Message;

    private static Delivery Claim(Payload payload)
    {
        var crc = new Crc32C();
        crc.Append(File.ReadAllBytes(payload.Path));
        return new Delivery(payload.Length, crc.Value, Stopwatch.GetTimestamp());
    }

    private static Delivery Send(FramedConnection connection, Payload payload, IEnumerable<byte> bytes)
    {
        byte[] content = [.. bytes];
        connection.Send(connection.Header(content.Length));
        connection.Send(content);
        return connection.ReadAcknowledgement(payload);
    }

    private sealed class Checked(StrategyDescriptor strategy) : StrategyConformance
    {
        protected override StrategyDescriptor Strategy => strategy;
    }

    /// <summary>A strategy that does what it is told.</summary>
    private sealed class Lying(Func<FramedConnection, Payload, Delivery> transfer)
    {
        public StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
            "lying", StrategyFamily.Sockets, "lies", options => new Told(options, transfer));
    }

    private sealed class Told(ConnectionOptions options, Func<FramedConnection, Payload, Delivery> transfer) : SocketStrategy(options)
    {
        protected override Delivery Transfer(FramedConnection connection, Payload payload) => transfer(connection, payload);
    }
}
