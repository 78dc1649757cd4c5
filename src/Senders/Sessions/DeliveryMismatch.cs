using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Senders.Sessions;

/// <summary>Creates the errors for a delivery that differs from the payload.</summary>
internal static class DeliveryMismatch
{
    /// <summary>The number of bytes differs.</summary>
    /// <param name="delivery">The acknowledged delivery, or the fetched data.</param>
    /// <param name="expectedBytes">Length of the payload.</param>
    /// <param name="isFetched">True for a payload that comes from the server, false for one that goes to a receiver.</param>
    public static TransferException OfLength(in Delivery delivery, long expectedBytes, bool isFetched) => isFetched
        ? Lost($"the server sent {delivery.Bytes} bytes of data, but {expectedBytes} were requested")
        : new TransferException(
            TransferErrorKind.Mismatch,
            Invariant($"the receiver confirmed {delivery.Bytes} bytes of a payload of {expectedBytes}"));

    /// <summary>The content differs.</summary>
    /// <param name="delivery">The acknowledged delivery, or the fetched data.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="expected">Its CRC-32C.</param>
    /// <param name="isFetched">True for a payload that comes from the server, false for one that goes to a receiver.</param>
    public static TransferException OfContent(in Delivery delivery, Payload payload, uint expected, bool isFetched)
    {
        const string Remedy = "it serves something else, or something that changes, or a server of ours of another version answered";
        string found = Invariant($"{delivery.Bytes} bytes with CRC-32C {delivery.Crc32C:x8}");
        string due = Invariant($"{payload.Length} bytes with {expected:x8}");
        return isFetched
            ? Lost($"the server sent {found}, but the requested data has {due}; {Remedy}")
            : new TransferException(TransferErrorKind.Mismatch, $"the receiver confirmed {found}, but {payload.Path} has {due}");
    }

    /// <summary>More transfers one after another were acknowledged with a checksum than a receiver checks.</summary>
    public static TransferException OfChecks(int inARow) => new(
        TransferErrorKind.Mismatch,
        Invariant($"{inARow} transfers one after another were acknowledged with a checksum, and the receiver checks a few of them only: ")
        + "the strategy makes its acknowledgements up, or its connection leads to a receiver that checks everything");

    /// <summary>A server of another make sent other content than the file from the beginning, or counted another number of bytes.</summary>
    /// <param name="delivery">The fetched data, or what the server told.</param>
    /// <param name="payload">The file.</param>
    /// <param name="expected">Its CRC-32C.</param>
    /// <param name="isFetched">True for a file that comes from the server, false for one that goes there.</param>
    public static TransferException OfForeign(in Delivery delivery, Payload payload, uint expected, bool isFetched)
    {
        string found = Invariant($"{delivery.Bytes} bytes with CRC-32C {delivery.Crc32C:x8}");
        string due = Invariant($"{payload.Length} bytes with {expected:x8}");
        return new TransferException(
            TransferErrorKind.Mismatch,
            isFetched
                ? $"the server sent {found}, but the file that must come has {due}: it serves another file, or one that changes"
                : Invariant($"the server told that {delivery.Bytes} bytes arrived, and the file has {payload.Length}: something is ")
                    + "missing, or it counts the form around the file as well");
    }

    /// <summary>The time of the last send is impossible. Arguments are Stopwatch timestamps.</summary>
    public static TransferException OfTimes(long start, long sendReturned, long end)
    {
        long[] times = StopwatchTicks.ToNanoseconds([sendReturned - start, end - start]);
        string claim = Invariant($"its last send returned {times[0]} ns after the start of a transfer that took {times[1]} ns");
        return new TransferException(TransferErrorKind.Mismatch, $"the strategy reports that {claim}: one of the two times is wrong");
    }

    private static RpcException Lost(FormattableString reason) => new(RpcCode.DataLoss, TransferErrorKind.Mismatch, Invariant(reason));

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
