using System.Diagnostics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>Servers that do not serve the file once they are measured; docs/internals/proof.md has all, and what catches each.</summary>
public sealed class DownloadSabotageTests
{
    private const int Length = 10_000;
    private const int Transfers = 300;

    private static readonly string[] s_clients = ["serve-copy", "serve-copy-get-stream", "serve-send-file-async-get-copy-to"];

    private static readonly (FileLie Lie, string Message)[] s_lies =
    [
        (FileLie.OtherFile, "with CRC-32C "),
        (FileLie.StaleFile, "with CRC-32C "),
        (FileLie.Zeros, "with CRC-32C "),
        (FileLie.OneBit, "with CRC-32C "),
        (FileLie.SwappedBlocks, "with CRC-32C "),
        (FileLie.WrongRange, "with CRC-32C "),
        (FileLie.FilledUp, "with CRC-32C "),
        (FileLie.CompressedInSecret, "with CRC-32C "),
        (FileLie.Compressed, "content encoding 'gzip', which was not asked for"),
        (FileLie.PartialWhole, "answered 206 instead of 200"),
        (FileLie.PartialHalf, "answered 206 .*instead of 200"),
        (FileLie.RangeInSecret, "a Content-Range with status 200"),
        (FileLie.NotModified, "answered 304 instead of 200"),
        (FileLie.NoContent, "answered 204 instead of 200"),
        (FileLie.Redirect, "answered 302 instead of 200"),
        (FileLie.Shorter, "announced 9999 bytes, but the file has 10000"),
        (FileLie.Longer, "announced 10001 bytes, but the file has 10000"),
        (FileLie.OneMore, "(more than the 10000 bytes of the file came|is not an HTTP/1.1 response|the kernel counted)"),
        (FileLie.CutShort, "(closed the connection before the file was complete|connection lost)"),
        (FileLie.NoLength, "did not announce the length"),
        (FileLie.Chunked, "did not announce the length"),
        (FileLie.CountsMore, "another client uses this server"),
        (FileLie.CountsFewer, "the strategy claims deliveries that never arrived"),
        (FileLie.StartsAgain, "the server was restarted"),
    ];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static TheoryData<string, FileLie, string> Lies =>
        [.. from client in s_clients from one in s_lies select (client, one.Lie, one.Message)];

    public static TheoryData<string> Clients => [.. s_clients];

    [Theory]
    [MemberData(nameof(Lies))]
    public async Task Server_HonestOnlyWhereItIsVerified_IsCaughtOnTheMeasuredConnection(string client, FileLie lie, string message)
    {
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(() => MeasureAsync(client, lie));
        Assert.Matches(message, exception.Message);
    }

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Server_ThatServesTheFile_IsProven(string client)
    {
        SampleRecorder recorder = await MeasureAsync(client, FileLie.None);
        Assert.InRange(recorder.CheckedSinceRecording, 1, recorder.Transfers);
        Assert.Equal(Transfers, recorder.Count + recorder.CheckedWhileRecording);
    }

    [Fact]
    public void Lies_AllOfThem_AreTold() =>
        Assert.Equal(Enum.GetValues<FileLie>().Where(lie => lie != FileLie.None), s_lies.Select(one => one.Lie));

    /// <summary>As a launch does it: recorded transfers, the server's own count, and the proof.</summary>
    private static async Task<SampleRecorder> MeasureAsync(string client, FileLie lie)
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("payload");
        byte[] content = new byte[Length];
        new Random(7).NextBytes(content);
        await File.WriteAllBytesAsync(path, content, Cancellation);
        await using var server = new LyingFileServer(content, lie);
        await using TransferSession session = await TransferSession.PrepareAsync(
            new SessionOptions
            {
                Strategy = StrategyCatalog.Find(client),
                Payload = new Payload(path, Length),
                Sender = new SenderOptions { Transport = Transport.Http, NoDelay = true, Affinity = CpuAffinity.None },
                Server = server.Control,
                Timeout = TimeSpan.FromSeconds(20),
            },
            Cancellation);
        var cost = new CostMeter(session);
        await cost.StartReceiverAsync(Cancellation);
        session.Recorder.IsRecording = true;
        cost.Resume();
        for (int i = 0; i < Transfers; i++)
        {
            long start = Stopwatch.GetTimestamp();
            Delivery delivery = await TransferSession.TransferOnceAsync(session.Strategy, session.Payload, Cancellation);
            session.Recorder.Record(start, delivery, Stopwatch.GetTimestamp());
        }

        session.Recorder.IsRecording = false;
        cost.Pause();
        await cost.StopReceiverAsync(Cancellation);
        await ConnectionProof.ProveAsync(session, Cancellation);
        return session.Recorder;
    }
}
