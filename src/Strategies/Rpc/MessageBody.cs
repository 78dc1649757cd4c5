using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>The message in an answer, decompressed already: what a way of reading it is given.</summary>
/// <param name="stream">Its bytes; ends with the message, and throws when there are more than there may be.</param>
/// <param name="announced">Its length as the server announced it, not beyond <paramref name="most"/>; null when it did not.</param>
/// <param name="most">Most bytes it can have.</param>
/// <param name="isVerifying">Whether the data's checksum is wanted.</param>
/// <param name="answer">The answer that it is in.</param>
internal sealed class MessageBody(Stream stream, int? announced, int most, bool isVerifying, IDisposable answer)
{
    /// <summary>The bytes.</summary>
    public Stream Stream { get; } = stream;

    /// <summary>Length as announced.</summary>
    public int? Announced { get; } = announced;

    /// <summary>Longest it can be.</summary>
    public int Most { get; } = most;

    /// <summary>The answer: disposed of while it is read, the reading ends.</summary>
    public IDisposable Answer { get; } = answer;

    /// <summary>Whether the data's checksum is wanted.</summary>
    public bool IsVerifying { get; } = isVerifying;

    /// <summary>The announced length, for the ways of reading that rely on it.</summary>
    /// <exception cref="RpcException">The server announced none.</exception>
    public int RequireAnnounced() => Announced ?? throw new RpcException(
        RpcCode.Malformed,
        TransferErrorKind.Rejected,
        $"the server did not say how long the message is (Content-Length, or {RpcContract.UncompressedLength} with gzip), and a buffer of its size was to be made");
}
