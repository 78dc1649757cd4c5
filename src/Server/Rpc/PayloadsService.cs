using FileTransfer.Server.Contracts;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Rpc;

/// <summary>What is behind both protocols: checks the request, and finds the message.</summary>
internal sealed class PayloadsService(ServerOptions options, ReceiverCounters counters, MessageStore messages, RequestFaults faults)
{
    /// <summary>Longest request that is read; an honest one has 14 bytes.</summary>
    public const int LongestRequest = 4 << 10;

    /// <summary>Pieces in which a message is handed to Kestrel, which copies each: in one piece it would all be copied at once.</summary>
    private const int PieceSize = 256 << 10;

    private long MostData => Math.Min(options.MaximumLength, RpcContract.LongestData);

    /// <summary>The answer to a request, which is lent until the response is complete.</summary>
    /// <param name="request">The request.</param>
    /// <param name="response">Its response.</param>
    /// <param name="copies">How often the data is copied as a whole to send it.</param>
    /// <exception cref="RpcException">The length is not possible, or there is no memory for it at present.</exception>
    public LentMessage Fetch(FetchRequest request, HttpResponse response, int copies = 0)
    {
        if (request.Length < 0 || request.Length > MostData)
        {
            throw new RpcException(
                RpcCode.InvalidArgument,
                TransferErrorKind.Rejected,
                $"length {request.Length} is not between 0 and {MostData}");
        }

        LentMessage lent = messages.Lend(
            request.Compressible ? PayloadContent.Text : PayloadContent.Random,
            (int)request.Length,
            copies);
        response.RegisterForDispose(lent);
        return lent;
    }

    /// <summary>Sends a message. Counts its data before the last piece leaves: when a client has the message, it is counted.</summary>
    public async Task SendAsync(LentMessage lent, bool isPacked, HttpResponse response)
    {
        PreparedMessage message = lent.Message;
        ReadOnlyMemory<byte>[] parts = isPacked ? [lent.Packed] : [message.Head, message.Data, message.Tail];
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
                    faults.AddLost(response.HttpContext);
                    return;
                }
            }
        }
    }

    /// <summary>Counts a message that is sent in another way.</summary>
    public void Count(PreparedMessage message) => counters.Drained(message.Data.Length);

    /// <summary>Counts a call whose client has gone.</summary>
    public void Lost(HttpContext context) => faults.AddLost(context);

    /// <summary>Counts a call that failed; what its caller is told.</summary>
    public TwirpError Refuse(HttpContext context, Exception exception)
    {
        switch (exception)
        {
            case RpcException known:
                var error = new TwirpError(known.Code, known.Message[(known.Code.Length + 2)..]);
                // Of these the words are numbers and names of options; others repeat what the caller wrote.
                string words = known.Code is RpcCode.InvalidArgument or RpcCode.ResourceExhausted ? $": {error.Msg}" : "";
                faults.Add(
                    context,
                    known.Code == RpcCode.ResourceExhausted ? "messages-full" : RequestFaults.BadRequest,
                    $"was refused a call with {known.Code}{words}");
                return error;
            case BadHttpRequestException bad:
                faults.Add(context, RequestFaults.BadRequest, $"was refused a call with {RpcCode.Malformed}");
                return new TwirpError(RpcCode.Malformed, bad.Message);
            default:
                faults.AddFailure(context, exception);
                return new TwirpError(RpcCode.Internal, exception.Message);
        }
    }

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
