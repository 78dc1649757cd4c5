using System.Buffers.Binary;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>What clients make of gRPC's framing, statuses and compression.</summary>
public sealed class BadGrpcAnswerTests
{
    private const int Length = 1000;
    private const int MostBesidesData = 1 << 20;
    private const long Bounded = 8 << 20;

    public static TheoryData<string> GrpcIds => [.. StrategyCases.Reading.Select(descriptor => descriptor.Id).Where(Answers.IsGrpc)];

    [Theory]
    [MemberData(nameof(GrpcIds))]
    public async Task Answer_CompressedMessageOfGrpc_IsUnpacked(string id)
    {
        HttpResponseMessage bomb = Compressed(Answers.Gzip(new byte[64 << 20]));
        bomb.Headers.Add("grpc-encoding", "gzip");
        Assert.Equal(RpcCode.ResourceExhausted, (await Answers.RefusalAsync(id, bomb, Length)).Code);
        foreach (int length in (int[])[0, Length])
        {
            byte[] right = Answers.Gzip(Answers.Message(length));
            HttpResponseMessage response = Compressed(right);
            response.Headers.Add("grpc-encoding", "gzip");
            Assert.Equal(length, (await Answers.ReadAsync(id, response, length)).Bytes);
            foreach (byte[] wrong in Answers.WrongGzip(right))
            {
                HttpResponseMessage broken = Compressed(wrong);
                broken.Headers.Add("grpc-encoding", "gzip");
                Assert.Contains((await Answers.RefusalAsync(id, broken, length)).Code, (string[])[RpcCode.DataLoss, RpcCode.Malformed]);
            }
        }

        HttpResponseMessage unknown = Compressed(Answers.Gzip(Answers.Message(Length)));
        unknown.Headers.Add("grpc-encoding", "snappy");
        Assert.Equal(RpcCode.Unimplemented, (await Answers.RefusalAsync(id, unknown, Length)).Code);
    }

    [Theory]
    [MemberData(nameof(GrpcIds))]
    public async Task Answer_StatusOtherThanZero_HasItsCode(string id)
    {
        HttpResponseMessage trailers = Answers.Of(RpcContract.Grpc, GrpcFrame.Of(Answers.Message(Length)));
        trailers.TrailingHeaders.Add("grpc-status", "8");
        trailers.TrailingHeaders.Add("grpc-message", "too%20much");
        RpcException exception = await Answers.RefusalAsync(id, trailers, Length);
        Assert.Equal(
            (RpcCode.ResourceExhausted, "resource_exhausted: the server answered grpc-status 8: too much"),
            (exception.Code, exception.Message));

        HttpResponseMessage wordy = Answers.Of(RpcContract.Grpc, []);
        wordy.Headers.Add("grpc-status", "7");
        wordy.Headers.Add("grpc-message", $"a%0Ab | c%1B[31mred {new string('Z', 50_000)}");
        RpcException shortened = await Answers.RefusalAsync(id, wordy, Length);
        Assert.StartsWith(
            "permission_denied: the server answered grpc-status 7: a b | c [31mred ZZZ",
            shortened.Message,
            StringComparison.Ordinal);
        Assert.InRange(shortened.Message.Length, 200, 300);

        HttpResponseMessage alone = Answers.Of(RpcContract.Grpc, []);
        alone.Headers.Add("grpc-status", "12");
        Assert.Equal(RpcCode.Unimplemented, (await Answers.RefusalAsync(id, alone, Length)).Code);

        HttpResponseMessage strange = Answers.Of(RpcContract.Grpc, []);
        strange.Headers.Add("grpc-status", "99999999999999");
        Assert.Equal(RpcCode.Unknown, (await Answers.RefusalAsync(id, strange, Length)).Code);
    }

    [Theory]
    [MemberData(nameof(GrpcIds))]
    public void Answer_GrpcFramingIsWrong_IsRefused(string id)
    {
        byte[] right = GrpcFrame.Of(Answers.Message(Length));
        byte[] badFlag = [.. right];
        badFlag[0] = 7;
        foreach ((byte[] body, bool hasStatus, string code) in ((byte[], bool, string)[])[
            (right, false, RpcCode.DataLoss),
            (right[..3], true, RpcCode.DataLoss),
            (right[..^1], true, RpcCode.DataLoss),
            ([], true, RpcCode.Malformed),
            ([.. right, 0], true, RpcCode.Malformed),
            (Claiming(right, Length + MostBesidesData + 1), true, RpcCode.ResourceExhausted),
            (Claiming(right, 1_500_000_000), true, RpcCode.ResourceExhausted),
            (Claiming(right, uint.MaxValue), true, RpcCode.ResourceExhausted),
            (badFlag, true, RpcCode.Malformed)])
        {
            HttpResponseMessage response = Answers.Of(RpcContract.Grpc, body);
            if (hasStatus)
            {
                response.TrailingHeaders.Add("grpc-status", "0");
            }

            (RpcException exception, long allocated) = Answers.MeasuredRefusal(id, response, Length);
            Assert.Equal(code, exception.Code);
            Assert.InRange(allocated, 0, Bounded);
        }
    }

    private static byte[] Claiming(byte[] frame, uint length)
    {
        byte[] claiming = [.. frame];
        BinaryPrimitives.WriteUInt32BigEndian(claiming.AsSpan(1), length);
        return claiming;
    }

    private static HttpResponseMessage Compressed(byte[] packed)
    {
        byte[] frame = GrpcFrame.Of(packed);
        frame[0] = 1;
        HttpResponseMessage response = Answers.Of(RpcContract.Grpc, frame);
        response.TrailingHeaders.Add("grpc-status", "0");
        return response;
    }
}
