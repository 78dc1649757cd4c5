using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Rpc;

/// <summary>What is behind both protocols: checks the request, and finds the message.</summary>
internal sealed class PayloadsService(ServerOptions options, ReceiverCounters counters, MessageStore messages)
{
    /// <summary>Longest request that is read; an honest one has 14 bytes.</summary>
    public const int LongestRequest = 4 << 10;

    /// <summary>Pieces in which a message is handed to Kestrel, which copies each: in one piece it would all be copied at once.</summary>
    private const int PieceSize = 256 << 10;

    private long MostData => Math.Min(options.MaximumLength, RpcContract.LongestData);

    /// <summary>The answer to a request.</summary>
    /// <exception cref="RpcException">The length is not possible.</exception>
    public PreparedMessage Fetch(FetchRequest request) => request.Length >= 0 && request.Length <= MostData
        ? messages.Get(request.Compressible ? PayloadContent.Text : PayloadContent.Random, (int)request.Length)
        : throw new RpcException(
            RpcCode.InvalidArgument,
            TransferErrorKind.Rejected,
            $"length {request.Length} is not between 0 and {MostData}");

    /// <summary>Sends a message. Counts its data before the last piece leaves: when a client has the message, it is counted.</summary>
    public async Task SendAsync(PreparedMessage message, bool isPacked, HttpResponse response)
    {
        ReadOnlyMemory<byte>[] parts = isPacked ? [message.Packed] : [message.Head, message.Data, message.Tail];
        long left = parts.Sum(part => (long)part.Length);
        if (left == 0)
        {
            counters.Drained(0);
        }

        foreach (ReadOnlyMemory<byte> part in parts)
        {
            for (int offset = 0; offset < part.Length; offset += PieceSize)
            {
                ReadOnlyMemory<byte> piece = part.Slice(offset, Math.Min(PieceSize, part.Length - offset));
                left -= piece.Length;
                if (left == 0)
                {
                    counters.Drained(message.Data.Length);
                }

                if ((await response.BodyWriter.WriteAsync(piece, response.HttpContext.RequestAborted)).IsCompleted)
                {
                    // The client has gone.
                    return;
                }
            }
        }
    }

    /// <summary>Counts a message that is sent in another way.</summary>
    public void Count(PreparedMessage message) => counters.Drained(message.Data.Length);

    /// <summary>What a caller is told of a call that failed.</summary>
    public static TwirpError Refusal(Exception exception) => exception switch
    {
        RpcException known => new TwirpError(known.Code, known.Message[(known.Code.Length + 2)..]),
        BadHttpRequestException bad => new TwirpError(RpcCode.Malformed, bad.Message),
        _ => new TwirpError(RpcCode.Internal, exception.Message),
    };

    /// <summary>Reads a request's body, which must not be longer than any can be.</summary>
    /// <exception cref="RpcException">It is longer.</exception>
    public static async Task<byte[]> ReadAsync(HttpRequest request)
    {
        byte[] body = new byte[LongestRequest + 1];
        int count = await request.Body.ReadAtLeastAsync(body, body.Length, throwOnEndOfStream: false, request.HttpContext.RequestAborted);
        return count <= LongestRequest
            ? body[..count]
            : throw new RpcException(RpcCode.Malformed, TransferErrorKind.Rejected, $"a request has at most {LongestRequest} bytes");
    }
}
