namespace FileTransfer.Strategies.Contracts;

/// <summary>What the receiver confirmed about one transfer.</summary>
/// <param name="Bytes">Number of bytes the receiver drained.</param>
/// <param name="Crc32C">CRC-32C of those bytes, or 0 from a receiver that only drains.</param>
/// <param name="SendReturnedTimestamp">
/// <see cref="System.Diagnostics.Stopwatch.GetTimestamp"/> when the last send call returned: the moment at which most
/// published figures stop the clock, well before delivery.
/// </param>
public readonly record struct Delivery(long Bytes, uint Crc32C, long SendReturnedTimestamp);
