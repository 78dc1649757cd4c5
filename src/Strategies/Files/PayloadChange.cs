using FileTransfer.Strategies.Contracts;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Files;

/// <summary>Detects that the length of a file differs from the length its frame announced.</summary>
public static class PayloadChange
{
    /// <summary>Checks the present length of the file at the payload's path.</summary>
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

    /// <summary>Checks the present length of an open file.</summary>
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
    /// The exception for an open file that ended at byte <paramref name="offset"/>. <paramref name="length"/> is its present
    /// length, which may be far below the offset.
    /// </summary>
    public static TransferException Ended(Payload payload, long offset, long length) => length != payload.Length
        ? Changed(payload, length)
        : new TransferException(
            TransferErrorKind.PayloadChanged,
            $"{payload.Path} ended at byte {offset} while it was being sent, and now has {length} bytes again; "
            + "measure a file that nothing writes to");

    /// <summary>The exception for a file of <paramref name="actual"/> bytes whose frame announced another length.</summary>
    public static TransferException Changed(Payload payload, long actual) => new(
        TransferErrorKind.PayloadChanged,
        $"{payload.Path} {(actual < payload.Length ? "shrank" : "grew")} from {payload.Length} to "
        + $"{actual} bytes while it was being sent; measure a file that nothing writes to");
}
