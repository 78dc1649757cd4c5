using FileTransfer.Strategies.Contracts;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Files;

/// <summary>Finds out whether a file is still as long as the frame said.</summary>
public static class PayloadChange
{
    /// <summary>Looks at the file now.</summary>
    /// <exception cref="TransferException">It is missing, or its length differs from the payload's.</exception>
    public static void ThrowIfChanged(Payload payload)
    {
        var file = new FileInfo(payload.Path);
        if (!file.Exists)
        {
            throw new TransferException(TransferErrorKind.PayloadChanged, $"{payload.Path} vanished while it was being sent");
        }

        if (file.Length != payload.Length)
        {
            throw Changed(payload, file.Length);
        }
    }

    /// <summary>Looks at the open file now.</summary>
    /// <exception cref="TransferException">Its length differs from the payload's.</exception>
    public static void ThrowIfChanged(Payload payload, SafeFileHandle file)
    {
        long length = RandomAccess.GetLength(file);
        if (length != payload.Length)
        {
            throw Changed(payload, length);
        }
    }

    /// <summary>
    /// Says that an open file gave out at byte <paramref name="offset"/>, and how long it is now: it may have been cut far
    /// below what was read of it before.
    /// </summary>
    public static TransferException Ended(Payload payload, long offset, long length) => length != payload.Length
        ? Changed(payload, length)
        : new TransferException(
            TransferErrorKind.PayloadChanged,
            $"{payload.Path} ended at byte {offset} while it was being sent, and has its {length} bytes again; measure a file that nothing writes to");

    /// <summary>Says that <paramref name="actual"/> bytes were found where the frame announced another number.</summary>
    public static TransferException Changed(Payload payload, long actual) => new(
        TransferErrorKind.PayloadChanged,
        $"{payload.Path} {(actual < payload.Length ? "shrank" : "grew")} from {payload.Length} to {actual} bytes while it was being sent; measure a file that nothing writes to");
}
