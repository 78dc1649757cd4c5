using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Downloads;

/// <summary>The bytes of one file as they arrive: counts them, and computes their checksum when this response is checked.</summary>
/// <param name="expected">Length of the file, in bytes.</param>
/// <param name="isChecked">Whether the checksum is computed. Chosen here at random, so that no server can know it.</param>
internal struct ReceivedFile(long expected, bool isChecked)
{
    private Crc32C _crc;

    /// <summary>Bytes so far.</summary>
    public long Count { get; private set; }

    /// <summary>Bytes that are still missing.</summary>
    public readonly long Left => expected - Count;

    /// <summary>Takes the next bytes.</summary>
    /// <exception cref="TransferException">There are more than the file has.</exception>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        Count += bytes.Length;
        if (Count > expected)
        {
            throw Mismatch($"more than the {expected} bytes of the file came");
        }

        if (isChecked)
        {
            _crc.Append(bytes);
        }
    }

    /// <summary>The delivery of the whole file. The harness compares the checksum with that of its own copy.</summary>
    /// <param name="responded">When the head of the response had come, as a Stopwatch timestamp.</param>
    /// <exception cref="TransferException">Bytes are missing.</exception>
    public readonly Delivery Confirm(long responded) => Count == expected
        ? new Delivery(Count, isChecked ? _crc.Value : 0, responded)
        : throw Mismatch($"{Count} of the {expected} bytes of the file came");

    private static TransferException Mismatch(FormattableString reason) =>
        new(TransferErrorKind.Mismatch, reason.ToString(CultureInfo.InvariantCulture));
}
