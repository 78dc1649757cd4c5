using FileTransfer.Strategies.Wire;
using Google.Protobuf;

namespace FileTransfer.Strategies.Rpc;

/// <summary>The content of a fetched message, as the client counted it.</summary>
/// <param name="Length">Length of the data in bytes.</param>
/// <param name="Crc32C">CRC-32C of the data; 0 when it was not requested.</param>
/// <param name="Announced">CRC-32C that the message announces for its data.</param>
internal readonly record struct FetchedField(long Length, uint Crc32C, uint Announced)
{
    /// <summary>A parser that discards unknown fields: such a field of two bytes can take a hundred bytes of memory.</summary>
    public static MessageParser<FetchResponse> Parser { get; } = FetchResponse.Parser.WithDiscardUnknownFields(true);

    /// <summary>The content of a parsed message.</summary>
    public static FetchedField Of(FetchResponse message, bool isVerifying)
    {
        var crc = new Crc32C();
        if (isVerifying)
        {
            crc.Append(message.Data.Span);
        }

        return new FetchedField(message.Data.Length, crc.Value, message.Crc32C);
    }
}
