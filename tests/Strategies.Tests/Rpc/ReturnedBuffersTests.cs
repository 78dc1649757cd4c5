using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>However an answer ends, every buffer that was rented for it goes back once.</summary>
public sealed class ReturnedBuffersTests
{
    private const int Length = 300_000;
    private const string Delivered = "delivered";

    private static readonly byte[] s_message = Answers.Message(Length);
    private static readonly byte[] s_packed = Answers.Gzip(s_message);
    private static readonly string s_hint = s_message.Length.ToString(CultureInfo.InvariantCulture);

    [Fact]
    public async Task Pooled_WhateverComes_ReturnsEveryBufferOnce()
    {
        foreach ((
            RpcCall call,
            bool isRead,
            string outcome,
            Func<Action, HttpResponseMessage> answer) in ((RpcCall, bool, string, Func<Action, HttpResponseMessage>)[])[
            (RpcCall.Twirp, true, Delivered, _ => Answers.For("rpc-pooled", s_message)),
            (RpcCall.Twirp, true, RpcCode.Malformed, _ => Answers.For("rpc-pooled", s_message[..^3])),
            (RpcCall.Twirp, false, RpcCode.ResourceExhausted, _ => Answers.For("rpc-pooled", Answers.Message(3 << 20))),
            (RpcCall.Twirp, true, nameof(IOException), _ => Lost()),
            (RpcCall.Twirp, true, nameof(OperationCanceledException), Silent),
            (RpcCall.TwirpGzip, true, Delivered, _ => Answers.Packed(s_packed, s_hint)),
            (RpcCall.TwirpGzip, true, Delivered, _ => Answers.Packed(s_packed, hint: null)),
            (RpcCall.TwirpGzip, true, RpcCode.Malformed, _ => Answers.Packed(s_packed[..^1000], hint: null)),
            (RpcCall.TwirpGzip, true, RpcCode.DataLoss, _ => Answers.Packed(s_packed[..^1000], s_hint)),
            (RpcCall.TwirpGzip, true, RpcCode.ResourceExhausted, _ => Answers.Packed(Answers.Gzip(new byte[9 << 20]), hint: null)),
            (RpcCall.TwirpGzip, false, RpcCode.ResourceExhausted, _ => Answers.Packed(s_packed, "100000000")),
            (RpcCall.Grpc, false, RpcCode.ResourceExhausted, _ => Answers.Of(RpcContract.Grpc, [0, 0x05, 0xF5, 0xE1, 0x00, .. s_message])),
            (RpcCall.Grpc, true, Delivered, _ => Answers.For("rpc-grpc-pooled", s_message)),
            (RpcCall.Grpc, true, RpcCode.DataLoss, _ => Answers.Of(RpcContract.Grpc, GrpcFrame.Of(s_message)))])
        {
            await AssertReturnedAsync(counts => new RpcPooled(Options(), call, new CountingArrayPool(counts)), isRead, outcome, answer);
        }
    }

    [Fact]
    public async Task SequenceParse_WhateverComes_ReturnsEverySegmentOnce()
    {
        foreach ((
            bool isRead,
            string outcome,
            Func<Action, HttpResponseMessage> answer) in ((bool, string, Func<Action, HttpResponseMessage>)[])[
            (true, Delivered, _ => Answers.For("rpc-sequence-parse", s_message)),
            (true, RpcCode.Malformed, _ => Answers.For("rpc-sequence-parse", s_message[..^3])),
            (false, RpcCode.ResourceExhausted, _ => Answers.For("rpc-sequence-parse", Answers.Message(3 << 20))),
            (true, nameof(IOException), _ => Lost()),
            (true, nameof(OperationCanceledException), Silent)])
        {
            await AssertReturnedAsync(
                counts => new RpcSequenceParse(Options(), RpcCall.Twirp, new CountingMemoryPool(counts)),
                isRead,
                outcome,
                answer);
        }
    }

    private static async Task AssertReturnedAsync(
        Func<BufferCounts, RpcFetch> create,
        bool isRead,
        string outcome,
        Func<Action, HttpResponseMessage> answer)
    {
        var counts = new BufferCounts();
        using var cancelling = new CancellationTokenSource();
        await using RpcFetch client = create(counts);
        using HttpResponseMessage response = answer(cancelling.Cancel);
        Exception? exception = await Record.ExceptionAsync(() => client.ReadAnswerAsync(response, Length, cancelling.Token).AsTask());
        Assert.Equal(outcome, OutcomeOf(exception));
        (int rents, int once, int never, int moreThanOnce, int foreign) = counts.Read();
        Assert.Equal((outcome, isRead), (outcome, rents > 0));
        Assert.Equal((outcome, rents, 0, 0, 0), (outcome, once, never, moreThanOnce, foreign));
    }

    private static string OutcomeOf(Exception? exception) => exception switch
    {
        null => Delivered,
        RpcException refused => refused.Code,
        OperationCanceledException => nameof(OperationCanceledException),
        _ => exception.GetType().Name,
    };

    private static ConnectionOptions Options() =>
        new() { Endpoint = new HttpEndPoint(new Uri("http://127.0.0.1:1"), HttpVersion.Version11) };

    /// <summary>An answer whose connection is lost when half of it has come.</summary>
    private static HttpResponseMessage Lost() => Halved(_ => throw new IOException("the connection is lost"));

    /// <summary>An answer that stops when half of it has come, at which moment the caller gives up.</summary>
    private static HttpResponseMessage Silent(Action cancel) => Halved(async token =>
    {
        cancel();
        await Task.Delay(TimeSpan.FromSeconds(10), token);
        throw new TimeoutException("the reading was not cancelled");
    });

    private static HttpResponseMessage Halved(Func<CancellationToken, ValueTask> then)
    {
        var response = new HttpResponseMessage(HttpStatusCode.OK) { Content = new StreamContent(new HalfStream(s_message, then)) };
        response.Content.Headers.ContentType = new MediaTypeHeaderValue(RpcContract.Protobuf);
        response.Content.Headers.ContentLength = s_message.Length;
        return response;
    }

    /// <summary>The first half of a message, and what happens then.</summary>
    private sealed class HalfStream(byte[] message, Func<CancellationToken, ValueTask> then) : ReadOnlyStream
    {
        private int _position;

        public override int Read(Span<byte> buffer) => throw new NotSupportedException("both ways of reading are asynchronous");

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            int count = Math.Min(buffer.Length, (message.Length / 2) - _position);
            if (count == 0)
            {
                await then(cancellationToken);
            }

            message.AsMemory(_position, count).CopyTo(buffer);
            _position += count;
            return count;
        }
    }
}
