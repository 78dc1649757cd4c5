using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Harness.Measuring;

/// <summary>Puts into words that something else arrived than was to be delivered.</summary>
internal static class DeliveryMismatch
{
    /// <summary>Another number of bytes.</summary>
    /// <param name="delivery">What was confirmed, or fetched.</param>
    /// <param name="expectedBytes">Length of the payload.</param>
    /// <param name="isFetched">Whether the payload comes from the server, rather than goes to a receiver.</param>
    public static TransferException OfLength(in Delivery delivery, long expectedBytes, bool isFetched) => isFetched
        ? Lost($"the server sent {delivery.Bytes} bytes of data, and {expectedBytes} were asked for")
        : new TransferException(TransferErrorKind.Mismatch, Invariant($"the receiver confirmed {delivery.Bytes} bytes of a payload of {expectedBytes}"));

    /// <summary>Another content.</summary>
    /// <param name="delivery">What was confirmed, or fetched.</param>
    /// <param name="payload">What was to be delivered.</param>
    /// <param name="expected">Its CRC-32C.</param>
    /// <param name="isFetched">Whether the payload comes from the server, rather than goes to a receiver.</param>
    public static TransferException OfContent(in Delivery delivery, Payload payload, uint expected, bool isFetched) => isFetched
        ? Lost($"the server sent {delivery.Bytes} bytes with CRC-32C {delivery.Crc32C:x8}; the data that was asked for has {payload.Length} with {expected:x8}: are server and client of one version?")
        : new TransferException(
            TransferErrorKind.Mismatch,
            Invariant($"the receiver confirmed {delivery.Bytes} bytes with CRC-32C {delivery.Crc32C:x8}, but {payload.Path} has {payload.Length} bytes with {expected:x8}"));

    /// <summary>The last send cannot have returned then. Arguments are Stopwatch timestamps.</summary>
    public static TransferException OfTimes(long start, long sendReturned, long end) => new(
        TransferErrorKind.Mismatch,
        Invariant($"the strategy says that its last send returned {StopwatchTicks.ToNanoseconds([sendReturned - start])[0]} ns after the transfer began, which took {StopwatchTicks.ToNanoseconds([end - start])[0]} ns: one of the two is made up"));

    private static RpcException Lost(FormattableString reason) => new(RpcCode.DataLoss, TransferErrorKind.Mismatch, Invariant(reason));

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
