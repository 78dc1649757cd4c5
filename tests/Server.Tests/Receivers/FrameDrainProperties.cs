using FileTransfer.Fuzz;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Server.Tests.Hostile;
using FsCheck;
using FsCheck.Fluent;

namespace FileTransfer.Server.Tests.Receivers;

/// <summary>Any bytes, cut anywhere: a drain answers what a description of the wire format in ten lines says it answers.</summary>
public sealed class FrameDrainProperties
{
    private const int MaximumLength = FrameModel.MaximumLength;
    private const int Tests = 2000;
    private const int TestsOverSockets = 50;

    private static readonly TimeSpan s_parkAfter = TimeSpan.FromMilliseconds(5);

    /// <summary>Streams of frames, most of them right, some of which lie about their length, and some of which are no frames.</summary>
    private static Gen<byte[]> Streams => Gen.OneOf(Gen.Choose(0, 6), Gen.Choose(0, 3)).SelectMany(
        count => Gen.ArrayOf(Piece, count)).Select(pieces => (byte[])[.. pieces.SelectMany(piece => piece)]);

    private static Gen<byte[]> Piece => Gen.Frequency(
        (8, Gen.Choose(0, MaximumLength).Select(size => WireClient.Frame(Content.Of(size)))),
        (2, Gen.Constant(WireClient.Frame([]))),
        (1, from announced in Announced from size in Gen.Choose(0, 50) select WireClient.Frame(announced, Content.Of(size))),
        (1, Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value))));

    private static Gen<long> Announced => Gen.OneOf(
        Gen.Elements(-1, long.MinValue, long.MaxValue, MaximumLength + 1L, MaximumLength),
        Gen.Choose(0, 3 * MaximumLength).Select(length => (long)length));

    /// <summary>
    /// How many bytes come at once; 0 is a silence after which the drain is run again, by another thread with another buffer.
    /// </summary>
    private static Gen<int[]> Cuts => Gen.NonEmptyListOf(Gen.OneOf(Gen.Choose(0, 9), Gen.Choose(0, 5000))).Select(cuts => cuts.ToArray());

    private static Gen<(byte[] Stream, int[] Cuts)> CutStreams => from stream in Streams from cuts in Cuts select (stream, cuts);

    public static TheoryData<string> Kinds => [.. StartedReceiver.Kinds];

    private static ServerOptions Options =>
        new() { MaximumLength = MaximumLength, LogsEvents = false, ParkAfter = s_parkAfter };

    [Fact]
    public void Drain_AnyStreamCutAnywhere_AnswersAsTheFormatSays() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(Tests),
        Prop.ForAll(
            Streams.ToArbitrary(),
            Cuts.ToArbitrary(),
            Gen.Choose(512, 4096).ToArbitrary(),
            (stream, cuts, bufferSize) => FrameModel.Check(stream, cuts, bufferSize)));

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Receiver_AnyStreamCutAnywhere_AnswersAsTheFormatSaysAndServesTheNext(string kind)
    {
        await using var started = new StartedReceiver(kind, Options);
        long frames = 0;
        foreach ((byte[] stream, int[] cuts) in CutStreams.Sample(TestsOverSockets))
        {
            var expected = FrameModel.Of(stream);
            using StreamClient client = await started.ConnectAsync();
            await SendInPiecesAsync(stream, cuts, client.SendAsync);
            client.FinishSending();
            foreach (long status in expected.Statuses)
            {
                Assert.Equal(status, await client.ReadStatusAsync());
            }

            await client.AssertEndOfStreamAsync();
            frames += expected.Statuses.Count(status => status >= 0);
            Assert.Equal(frames, started.Receiver.Stats.Frames);
        }

        Assert.DoesNotContain("receiver-failure", started.Receiver.Stats.Errors.Keys);
    }

    [Fact]
    public async Task Pipe_AnyStreamCutAnywhere_AnswersAsTheFormatSaysAndServesTheNext()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        await using var receiver = new FifoReceiver("any-pipe", Options, () => new Crc32CSink());
        long frames = 0;
        foreach ((byte[] stream, int[] cuts) in CutStreams.Sample(TestsOverSockets))
        {
            var expected = FrameModel.Of(stream);
            using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
            try
            {
                await SendInPiecesAsync(stream, cuts, piece => client.SendAsync(piece.ToArray()));
            }
            catch (IOException) when (expected.Error is "bad-length" or "too-large")
            {
                // A sender that is refused finds its pipe broken.
            }

            client.FinishSending();
            foreach (long status in expected.Statuses)
            {
                Assert.Equal(status, (await client.ReadAnswerAsync()).Status);
            }

            await client.AssertEndOfStreamAsync();
            frames += expected.Statuses.Count(status => status >= 0);
            Assert.Equal(frames, receiver.Stats.Frames);
        }

        Assert.DoesNotContain("receiver-failure", receiver.Stats.Errors.Keys);
    }

    private static async Task SendInPiecesAsync(byte[] stream, int[] cuts, Func<ReadOnlyMemory<byte>, Task> send)
    {
        bool hasPaused = false;
        for (int at = 0, piece = 0; at < stream.Length; piece++)
        {
            int cut = cuts[piece % cuts.Length];
            if (cut == 0 && !hasPaused)
            {
                // Longer than a silent connection keeps its thread.
                hasPaused = true;
                await Task.Delay(4 * s_parkAfter, TestContext.Current.CancellationToken);
            }

            int count = Math.Min(Math.Max(cut, 1), stream.Length - at);
            await send(stream.AsMemory(at, count));
            at += count;
        }
    }
}
