using System.Buffers;
using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text.Json;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Http;

/// <summary>Checksums that servers of another make tell of an upload, and those of the file that was sent.</summary>
internal static class UploadChecksum
{
    private const int BufferSize = 1 << 20;

    /// <summary>Computes the checksum of a file; it takes as long as reading the file does.</summary>
    /// <exception cref="TransferException">The file cannot be read, or has changed.</exception>
    public static byte[] Of(Payload payload, UploadProofKind kind)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
        var crc = new Crc32C();
        using IncrementalHash? sha = kind == UploadProofKind.Sha256 ? IncrementalHash.CreateHash(HashAlgorithmName.SHA256) : null;
        try
        {
            using SafeFileHandle file = PayloadFile.OpenHandle(payload);
            for (long offset = 0; offset < payload.Length;)
            {
                int count = PayloadFile.Read(file, buffer, offset, payload);
                offset += count;
                if (sha is null)
                {
                    crc.Append(buffer.AsSpan(0, count));
                }
                else
                {
                    sha.AppendData(buffer, 0, count);
                }
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }

        return sha?.GetHashAndReset() ?? BigEndian(crc.Value);
    }

    /// <summary>Reads a checksum; null when the value is none of this kind.</summary>
    public static byte[]? Read(JsonElement value, UploadProofKind kind)
    {
        if (value.ValueKind == JsonValueKind.Number)
        {
            return kind == UploadProofKind.Crc32C && value.TryGetUInt32(out uint crc) ? BigEndian(crc) : null;
        }

        byte[] read = new byte[kind == UploadProofKind.Sha256 ? SHA256.HashSizeInBytes : sizeof(uint)];
        string text = value.ValueKind == JsonValueKind.String ? value.GetString()! : "";
        bool isRead = text.Length == 2 * read.Length && !text.EndsWith('=')
            ? Convert.FromHexString(text, read, out _, out int count) == OperationStatus.Done
            : Convert.TryFromBase64String(text, read, out count);
        return isRead && count == read.Length ? read : null;
    }

    /// <summary>What a user calls a checksum of this kind.</summary>
    public static string Name(UploadProofKind kind) => kind == UploadProofKind.Sha256 ? "SHA-256" : "CRC-32C";

    private static byte[] BigEndian(uint value)
    {
        byte[] bytes = new byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32BigEndian(bytes, value);
        return bytes;
    }
}
