using FileTransfer.Strategies.Rpc;
using Google.Protobuf;
using Grpc.Core;
using RpcException = FileTransfer.Strategies.Rpc.RpcException;

namespace FileTransfer.Server.Rpc;

/// <summary>Serves the payloads by Grpc.AspNetCore and generated code, in one message or in chunks.</summary>
/// <remarks>Messages refer to the prepared data without a copy; later copies are made by the library.</remarks>
internal sealed class GrpcPayloadsService(PayloadsService payloads) : GrpcPayloads.GrpcPayloadsBase
{
    /// <inheritdoc/>
    public override Task<FetchResponse> Fetch(FetchRequest request, ServerCallContext context)
    {
        PreparedMessage message = Find(request);
        // Counted before the answer leaves: when a client has the answer, it is counted.
        payloads.Count(message);
        return Task.FromResult(new FetchResponse { Data = UnsafeByteOperations.UnsafeWrap(message.Data), Crc32C = message.Crc32C });
    }

    /// <inheritdoc/>
    public override async Task FetchStream(FetchRequest request, IServerStreamWriter<FetchChunk> responseStream, ServerCallContext context)
    {
        if (request.ChunkLength is <= 0 or > RpcContract.LongestChunk)
        {
            throw Refused(RpcCode.InvalidArgument, $"chunk_length {request.ChunkLength} is not between 1 and {RpcContract.LongestChunk}");
        }

        PreparedMessage message = Find(request);
        ReadOnlyMemory<byte> left = message.Data;
        while (left.Length > request.ChunkLength)
        {
            var chunk = new FetchChunk { Data = UnsafeByteOperations.UnsafeWrap(left[..request.ChunkLength]) };
            await responseStream.WriteAsync(chunk, context.CancellationToken);
            left = left[request.ChunkLength..];
        }

        // Counted before the last chunk leaves: when a client has all chunks, they are counted.
        payloads.Count(message);
        var last = new FetchChunk { Data = UnsafeByteOperations.UnsafeWrap(left), Crc32C = message.Crc32C };
        await responseStream.WriteAsync(last, context.CancellationToken);
    }

    private static Grpc.Core.RpcException Refused(string code, string message) =>
        new(new Status((StatusCode)RpcCode.ToGrpc(code), message));

    private PreparedMessage Find(FetchRequest request)
    {
        try
        {
            return payloads.Fetch(request);
        }
        catch (RpcException exception)
        {
            TwirpError error = PayloadsService.Refusal(exception);
            throw Refused(error.Code, error.Msg);
        }
    }
}
