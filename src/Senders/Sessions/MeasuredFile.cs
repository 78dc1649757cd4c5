using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Senders.Sessions;

/// <summary>The file whose transfers are measured: read once before, and the same afterwards.</summary>
internal static class MeasuredFile
{
    /// <summary>Reads the file into the page cache and returns its checksum.</summary>
    public static uint ReadOnce(Payload payload)
    {
        PayloadChange.ThrowIfChanged(payload);
        var crc = new Crc32C();
        byte[] buffer = new byte[1 << 20];
        using FileStream file = File.OpenRead(payload.Path);
        while (file.Read(buffer) is > 0 and int count)
        {
            crc.Append(buffer.AsSpan(0, count));
        }

        return crc.Value;
    }

    /// <summary>Checks that a file still has its length and the time of its last change.</summary>
    /// <exception cref="TransferException">The file was modified, so no sample of it is valid.</exception>
    public static void ThrowIfWritten(Payload payload, DateTime lastWritten)
    {
        PayloadChange.ThrowIfChanged(payload);
        DateTime written = File.GetLastWriteTimeUtc(payload.Path);
        if (written != lastWritten)
        {
            throw new TransferException(
                TransferErrorKind.PayloadChanged,
                $"{payload.Path} was modified at {written:O} while it was measured; measure a file that nothing writes to");
        }
    }
}
