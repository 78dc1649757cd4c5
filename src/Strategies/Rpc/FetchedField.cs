using FileTransfer.Strategies.Contracts;
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

    /// <summary>The delivery, when it is the data that was asked for.</summary>
    /// <param name="length">Bytes that were asked for.</param>
    /// <param name="isVerifying">Whether the checksum was computed.</param>
    /// <param name="responded">When the answer began, by <see cref="System.Diagnostics.Stopwatch.GetTimestamp"/>.</param>
    /// <exception cref="RpcException">It has another length or another checksum.</exception>
    public Delivery Confirm(long length, bool isVerifying, long responded)
    {
        if (Length != length)
        {
            throw RpcException.DataLoss($"{length} bytes of data were asked for, and {Length} came");
        }

        return !isVerifying || Crc32C == Announced
            ? new Delivery(Length, Crc32C, responded)
            : throw RpcException.DataLoss($"the data has a CRC-32C of {Crc32C:x8}, and the message says {Announced:x8}");
    }
}
