using FileTransfer.Strategies.Contracts;
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
        // The library copies the message as a whole.
        PreparedMessage message = Find(request, context, copies: 1);
        // Counted before the answer leaves: when a client has the answer, it is counted.
        payloads.Count(message);
        return Task.FromResult(new FetchResponse { Data = UnsafeByteOperations.UnsafeWrap(message.Data), Crc32C = message.Crc32C });
    }

    /// <inheritdoc/>
    public override async Task FetchStream(FetchRequest request, IServerStreamWriter<FetchChunk> responseStream, ServerCallContext context)
    {
        if (request.ChunkLength is <= 0 or > RpcContract.LongestChunk)
        {
            throw Refused(context, new RpcException(
                RpcCode.InvalidArgument,
                TransferErrorKind.Rejected,
                $"chunk_length {request.ChunkLength} is not between 1 and {RpcContract.LongestChunk}"));
        }

        PreparedMessage message = Find(request, context);
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

    private Grpc.Core.RpcException Refused(ServerCallContext context, Exception exception)
    {
        TwirpError error = payloads.Refuse(context.GetHttpContext(), exception);
        return new Grpc.Core.RpcException(new Status((StatusCode)RpcCode.ToGrpc(error.Code), error.Msg));
    }

    private PreparedMessage Find(FetchRequest request, ServerCallContext context, int copies = 0)
    {
        try
        {
            return payloads.Fetch(request, context.GetHttpContext().Response, copies).Message;
        }
        catch (Exception exception)
        {
            // The library would answer any other exception by itself, and tell nobody.
            throw Refused(context, exception);
        }
    }
}
