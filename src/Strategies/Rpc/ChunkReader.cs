using FileTransfer.Strategies.Wire;
using Grpc.Core;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads a stream of chunks to its end without keeping the data.</summary>
internal static class ChunkReader
{
    /// <summary>Length and checksum of the data; the last chunk carries the announced checksum.</summary>
    /// <param name="chunks">The stream.</param>
    /// <param name="length">Requested length of the data, in bytes; the stream is not read beyond it.</param>
    /// <param name="isVerifying">Whether to compute the checksum of the data.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="RpcException">The server sent more data than requested, or the last chunk is missing.</exception>
    public static async ValueTask<FetchedField> ReadAsync(
        IAsyncStreamReader<FetchChunk> chunks,
        long length,
        bool isVerifying,
        CancellationToken cancellationToken)
    {
        var crc = new Crc32C();
        long received = 0;
        uint? announced = null;
        await foreach (FetchChunk chunk in chunks.ReadAllAsync(cancellationToken).ConfigureAwait(false))
        {
            if (announced is not null)
            {
                throw RpcException.Malformed("a chunk came behind the last one");
            }

            received += chunk.Data.Length;
            if (received > length)
            {
                throw RpcException.DataLoss($"{length} bytes of data were asked for, and {received} have come");
            }

            if (isVerifying)
            {
                crc.Append(chunk.Data.Span);
            }

            announced = chunk.HasCrc32C ? chunk.Crc32C : null;
        }

        return announced is { } sum
            ? new FetchedField(received, crc.Value, sum)
            : throw RpcException.DataLoss(
                $"the stream ended without its last chunk: {length} bytes of data were asked for, and {received} came");
    }
}
