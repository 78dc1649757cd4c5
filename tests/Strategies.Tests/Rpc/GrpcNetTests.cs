using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Tcp;
using FileTransfer.Strategies.Tests.Faults;
using Grpc.Core;
using Grpc.Net.Client;

using RpcException = FileTransfer.Strategies.Rpc.RpcException;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>The generated client: its limits, and what it makes of answers that it did not ask for.</summary>
public sealed class GrpcNetTests(LiveReceivers receivers)
{
    private const int Length = 1000;
    private const string Unary = "rpc-grpc-net-unary";
    private const string Stream = "rpc-grpc-net-stream-64k";

    public static TheoryData<string> Ids => [.. RpcGrpcNet.Descriptors.Select(descriptor => descriptor.Id)];

    [Fact]
    public void DefaultMostMessage_IsTheLibrarysDefault() =>
        Assert.Equal(new GrpcChannelOptions().MaxReceiveMessageSize, RpcGrpcNet.DefaultMostMessage);

    [Fact]
    public void Takes_DefaultUnary_EndsAtTheMessageLimit() => Assert.Equal(
        [Unary],
        RpcGrpcNet.Descriptors
            .Where(descriptor => !descriptor.AcceptedSizes.Include(RpcContract.LongestData))
            .Select(descriptor => descriptor.Id));

    [Fact]
    public async Task Transfer_AtTheMessageLimit_TheLongestIsDeliveredAndOneMoreIsRefused()
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Unary, receivers.ConnectionFor(Unary));
        long longest = StrategyCatalog.Find(Unary).AcceptedSizes.Most;
        Assert.Equal(longest, (await Transfers.RunAsync(strategy, new Payload("", longest))).Bytes);
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", longest + 1)));
        Assert.Equal((RpcCode.ResourceExhausted, TransferErrorKind.Rejected), (exception.Code, exception.Kind));
        Assert.Contains("raise MaxReceiveMessageSize", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("rpc-grpc-net-unary-tuned")]
    [InlineData("rpc-grpc-net-stream-64k")]
    [InlineData("rpc-grpc-net-stream-1m")]
    [InlineData("rpc-grpc-net-stream-64k-tuned")]
    [InlineData("rpc-grpc-net-stream-1m-tuned")]
    public async Task Transfer_LongerThanADefaultMessage_IsDelivered(string id)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id, verifies: true));
        Delivery delivery = await Transfers.RunAsync(strategy, new Payload("", 20_000_000));
        Assert.Equal(20_000_000, delivery.Bytes);
        Assert.NotEqual(0U, delivery.Crc32C);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_AnyWay_ComesOverAConnectionThatIsCounted(string id)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux counts what a socket has received");
        var received = new ReceivedBytes();
        ConnectionOptions connection = receivers.ConnectionFor(id) with { Received = received };
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, connection);
        long before = received.Sum()!.Value;
        await Transfers.RunAsync(strategy, new Payload("", 3_000_000));
        Assert.InRange(received.Sum()!.Value - before, 3_000_000, 4_000_000);
    }

    [Fact]
    public async Task Transfer_UnaryOfAnotherLength_IsDataLoss()
    {
        await using LyingGrpcServer server = await LyingGrpcServer.OfAsync(_ => Response(Length - 1));
        await AssertRefusedAsync(Unary, server, RpcCode.DataLoss, "1000 bytes of data were asked for, and 999 came");
    }

    [Fact]
    public async Task Transfer_UnaryOfAnotherChecksum_IsDataLoss()
    {
        await using LyingGrpcServer server = await LyingGrpcServer.OfAsync(_ =>
        {
            FetchResponse response = Response(Length);
            response.Crc32C ^= 1;
            return response;
        });
        await AssertRefusedAsync(Unary, server, RpcCode.DataLoss, "CRC-32C");
    }

    [Fact]
    public async Task Transfer_StreamWithoutItsLastChunk_IsDataLoss()
    {
        await using LyingGrpcServer server = await LyingGrpcServer.OfStreamAsync(
            (_, stream) => stream.WriteAsync(new FetchChunk { Data = Response(Length).Data }));
        await AssertRefusedAsync(Stream, server, RpcCode.DataLoss, "without its last chunk");
    }

    /// <summary>The data is complete, the call is not.</summary>
    [Fact]
    public async Task Transfer_StreamThatFailsBehindItsLastChunk_HasItsStatus()
    {
        await using LyingGrpcServer server = await LyingGrpcServer.OfStreamAsync(async (_, stream) =>
        {
            FetchResponse whole = Response(Length);
            await stream.WriteAsync(new FetchChunk { Data = whole.Data, Crc32C = whole.Crc32C });
            throw Failure(StatusCode.DataLoss, "the disk is gone");
        });
        await AssertRefusedAsync(Stream, server, RpcCode.DataLoss, "grpc-status 15: the disk is gone");
    }

    [Fact]
    public async Task Transfer_Refused_HasTheCodeAndTheWordsWithoutControlCharacters()
    {
        await using LyingGrpcServer server = await LyingGrpcServer.OfAsync(
            _ => throw Failure(StatusCode.PermissionDenied, $"a\u001b[31mred {new string('Z', 5000)}"));
        RpcException exception = await AssertRefusedAsync(Unary, server, RpcCode.PermissionDenied, "grpc-status 7: a [31mred ZZZ");
        Assert.InRange(exception.Message.Length, 200, 300);
    }

    /// <summary>Other clients would make such a call again.</summary>
    [Fact]
    public async Task Transfer_Unavailable_IsNotMadeAgain()
    {
        await using LyingGrpcServer server = await LyingGrpcServer.OfAsync(_ => throw Failure(StatusCode.Unavailable, "later"));
        await AssertRefusedAsync(Unary, server, RpcCode.Unavailable, "later");
        Assert.Equal(1, server.Calls);
    }

    [Fact]
    public async Task Transfer_ServerFallsSilent_DeadlineExceeded()
    {
        await using LyingGrpcServer server = await LyingGrpcServer.DoingAsync(NeverAsync);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Unary, server.Connection.Impatient());
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", Length)));
        Assert.Equal((RpcCode.DeadlineExceeded, TransferErrorKind.TimedOut), (exception.Code, exception.Kind));
    }

    [Fact]
    public async Task Transfer_CancelledByTheCaller_IsCancelled()
    {
        using var caller = new CancellationTokenSource();
        await using LyingGrpcServer server = await LyingGrpcServer.DoingAsync(async context =>
        {
            await caller.CancelAsync();
            return await NeverAsync(context);
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Unary, server.Connection);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Transfers.RunAsync(strategy, new Payload("", Length), TimeSpan.FromMinutes(1), caller.Token));
    }

    [Fact]
    public async Task Observe_Connected_TellsThePeak()
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Stream, receivers.ConnectionFor(Stream));
        Observation peak = Assert.Single(((IObservingStrategy)strategy).Observe());
        Assert.Equal(Observation.PeakWorkingSet, peak.Key);
        Assert.InRange(peak.Value, 10, 100_000);
    }

    private static async Task<RpcException> AssertRefusedAsync(string id, LyingGrpcServer server, string code, string words)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection);
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", Length)));
        Assert.Equal(code, exception.Code);
        Assert.Contains(words, exception.Message, StringComparison.Ordinal);
        return exception;
    }

    private static FetchResponse Response(int length) => FetchResponse.Parser.ParseFrom(Answers.Message(length));

    private static Grpc.Core.RpcException Failure(StatusCode code, string detail) => new(new Status(code, detail));

    /// <summary>Ends when the client has gone.</summary>
    private static async Task<FetchResponse> NeverAsync(ServerCallContext context)
    {
        await Task.Delay(TimeSpan.FromMinutes(1), context.CancellationToken);
        return new FetchResponse();
    }
}
