using System.Buffers.Binary;
using System.Net.Http.Headers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Rpc;

/// <summary>The prefix and the status that gRPC adds to a message: grpc/doc/PROTOCOL-HTTP2.md.</summary>
public static class GrpcFrame
{
    /// <summary>An uncompressed message with its prefix.</summary>
    public static byte[] Of(ReadOnlySpan<byte> message)
    {
        byte[] frame = new byte[RpcContract.GrpcPrefix + message.Length];
        WritePrefix(frame, isCompressed: false, message.Length);
        message.CopyTo(frame.AsSpan(RpcContract.GrpcPrefix));
        return frame;
    }

    /// <summary>Writes the prefix of a message.</summary>
    public static void WritePrefix(Span<byte> destination, bool isCompressed, long length)
    {
        destination[0] = isCompressed ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteUInt32BigEndian(destination[1..], checked((uint)length));
    }

    /// <summary>Reads the prefix of a message; null at the end of the stream.</summary>
    /// <exception cref="RpcException">The bytes are not a prefix.</exception>
    public static async ValueTask<(bool IsCompressed, long Length)?> ReadPrefixAsync(Stream stream, CancellationToken cancellationToken)
    {
        byte[] prefix = new byte[RpcContract.GrpcPrefix];
        int count = await stream
            .ReadAtLeastAsync(prefix, prefix.Length, throwOnEndOfStream: false, cancellationToken)
            .ConfigureAwait(false);
        return count switch
        {
            0 => null,
            < RpcContract.GrpcPrefix => throw RpcException.DataLoss(
                $"the answer ended after {count} of the {RpcContract.GrpcPrefix} bytes of its prefix"),
            _ when prefix[0] > 1 => throw RpcException.Malformed($"the flag before the message is {prefix[0]}, which is neither 0 nor 1"),
            _ => (prefix[0] == 1, BinaryPrimitives.ReadUInt32BigEndian(prefix.AsSpan(1))),
        };
    }

    /// <summary>Reads the status from headers or trailers.</summary>
    /// <exception cref="RpcException">The status is not 0, or it is missing although it is required.</exception>
    public static void ThrowIfFailed(HttpResponseHeaders headers, bool isRequired)
    {
        if (!headers.TryGetValues("grpc-status", out IEnumerable<string>? values))
        {
            if (isRequired)
            {
                throw RpcException.DataLoss("the answer ended without a grpc-status");
            }

            return;
        }

        string text = string.Join(", ", values);
        if (text != "0")
        {
            string message = headers.TryGetValues("grpc-message", out IEnumerable<string>? words)
                ? UploadAnswer.Excerpt(Uri.UnescapeDataString(string.Join(", ", words)))
                : "without a message";
            throw new RpcException(
                RpcCode.Number(text) is > 0 and <= int.MaxValue and { } status ? RpcCode.OfGrpc((int)status) : RpcCode.Unknown,
                TransferErrorKind.Rejected,
                $"the server answered grpc-status {UploadAnswer.Excerpt(text)}: {message}");
        }
    }
}
