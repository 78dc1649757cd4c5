using System.Net;
using FileTransfer.Fuzz;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FsCheck;
using FsCheck.Fluent;

namespace FileTransfer.Server.Tests.Receivers;

/// <summary>Any bytes, cut anywhere: a drain answers what a description of the wire format in ten lines says it answers.</summary>
public sealed class FrameDrainProperties
{
    private const int MaximumLength = FrameModel.MaximumLength;
    private const int Tests = 2000;
    private const int TestsOverSockets = 100;

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

    [Fact]
    public void Drain_AnyStreamCutAnywhere_AnswersAsTheFormatSays() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(Tests),
        Prop.ForAll(
            Streams.ToArbitrary(),
            Cuts.ToArbitrary(),
            Gen.Choose(512, 4096).ToArbitrary(),
            (stream, cuts, bufferSize) => FrameModel.Check(stream, cuts, bufferSize)));

    [Fact]
    public async Task Receiver_AnyStream_AnswersAsTheFormatSaysAndServesTheNext()
    {
        await using var receiver = new SocketReceiver(
            "any",
            new IPEndPoint(IPAddress.Loopback, 0),
            new ServerOptions { MaximumLength = MaximumLength, LogsEvents = false },
            () => new Crc32CSink());
        long frames = 0;
        foreach (byte[] stream in Streams.Sample(TestsOverSockets))
        {
            var expected = FrameModel.Of(stream);
            using WireClient client = await WireClient.ConnectAsync(IPEndPoint.Parse(receiver.Endpoint));
            await client.SendAsync(stream);
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
}
