namespace FileTransfer.Strategies.Contracts;

/// <summary>The receiver's confirmation of one transfer.</summary>
/// <param name="Bytes">Number of bytes the receiver drained.</param>
/// <param name="Crc32C">CRC-32C of those bytes; 0 when the receiver did not compute one.</param>
/// <param name="SendReturnedTimestamp">
/// <see cref="System.Diagnostics.Stopwatch.GetTimestamp"/> when the last send call returned: most published benchmarks
/// stop the clock here, well before delivery.
/// </param>
public readonly record struct Delivery(long Bytes, uint Crc32C, long SendReturnedTimestamp);
