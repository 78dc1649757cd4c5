using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>The decompressed message in an answer, which a strategy reads.</summary>
/// <param name="stream">The bytes of the message; ends with the message, and throws when the message is too long.</param>
/// <param name="announced">Length that the server announced, at most <paramref name="most"/>; null when it announced none.</param>
/// <param name="most">Longest accepted message, in bytes.</param>
/// <param name="isVerifying">True to compute the data's checksum.</param>
/// <param name="answer">The answer that contains the message.</param>
internal sealed class MessageBody(Stream stream, int? announced, int most, bool isVerifying, IDisposable answer)
{
    public Stream Stream { get; } = stream;

    public int? Announced { get; } = announced;

    public int Most { get; } = most;

    /// <summary>The answer. Disposing of it ends a read.</summary>
    public IDisposable Answer { get; } = answer;

    public bool IsVerifying { get; } = isVerifying;

    /// <summary>The announced length, for strategies that need it to allocate the buffer.</summary>
    /// <exception cref="RpcException">The server announced no length.</exception>
    public int RequireAnnounced() => Announced ?? throw new RpcException(
        RpcCode.Malformed,
        TransferErrorKind.Rejected,
        $"the server did not announce the length of the message (Content-Length, or {RpcContract.UncompressedLength} with gzip), "
        + "which this strategy needs to allocate its buffer");
}
