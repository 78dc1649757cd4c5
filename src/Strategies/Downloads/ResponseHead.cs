using System.Buffers.Text;
using System.Text;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Downloads;

/// <summary>What the head of an HTTP/1.1 response says, as far as a client needs it that discards the body (RFC 9112).</summary>
/// <remarks>Allocates nothing for a response that carries a file as it is.</remarks>
internal readonly record struct ResponseHead
{
    /// <summary>Longest head that is read, in bytes.</summary>
    public const int Longest = 16 << 10;

    /// <summary>Length of "HTTP/1.1 200".</summary>
    private const int StatusEnd = 12;

    /// <summary>Status code.</summary>
    public required int Status { get; init; }

    /// <summary>Length of the body; null when it is not announced.</summary>
    public long? Length { get; init; }

    /// <summary>Content-Encoding; empty when there is none.</summary>
    public string Encoding { get; init; } = "";

    /// <summary>True when the response has a Content-Range.</summary>
    public bool IsRange { get; init; }

    /// <summary>True when the server keeps the connection open: RFC 9112, 9.3.</summary>
    public bool KeepsAlive { get; init; }

    /// <summary>Makes an empty head.</summary>
    public ResponseHead()
    {
    }

    /// <summary>
    /// Length of the head at the beginning of <paramref name="received"/>, its empty line included; 0 when it is not complete.
    /// </summary>
    public static int LengthOf(ReadOnlySpan<byte> received)
    {
        int end = received.IndexOf("\r\n\r\n"u8);
        return end < 0 ? 0 : end + 4;
    }

    /// <summary>Reads a complete head.</summary>
    /// <exception cref="TransferException">It is not one, or it contradicts itself.</exception>
    public static ResponseHead Parse(ReadOnlySpan<byte> head)
    {
        ReadOnlySpan<byte> line = Next(ref head);
        if (line.Length < StatusEnd
            || !line.StartsWith("HTTP/1."u8)
            || line[8] != (byte)' '
            || !Utf8Parser.TryParse(line[9..StatusEnd], out int status, out int digits)
            || digits != 3)
        {
            throw Malformed($"it begins with '{Printable(line)}'");
        }

        long? length = null;
        bool isChunked = false;
        bool isRange = false;
        string encoding = "";
        bool keepsAlive = line[7] == (byte)'1';
        while ((line = Next(ref head)).Length > 0)
        {
            if (Value(line, "Content-Length"u8, out ReadOnlySpan<byte> value))
            {
                long announced = Utf8Parser.TryParse(value, out long parsed, out int used) && used == value.Length && parsed >= 0
                    ? parsed
                    : throw Malformed($"its Content-Length is '{Printable(value)}'");
                length = length is null || length == announced ? announced : throw Malformed("it announces two lengths");
            }
            else if (Value(line, "Transfer-Encoding"u8, out _))
            {
                isChunked = true;
            }
            else if (Value(line, "Content-Encoding"u8, out value))
            {
                encoding = Printable(value);
            }
            else if (Value(line, "Content-Range"u8, out _))
            {
                isRange = true;
            }
            else if (Value(line, "Connection"u8, out value))
            {
                keepsAlive &= !Ascii.EqualsIgnoreCase(value, "close"u8);
            }
        }

        return new ResponseHead
        {
            Status = status,
            // Chunks override a length: RFC 9112, 6.3.
            Length = isChunked ? null : length,
            Encoding = encoding,
            IsRange = isRange,
            KeepsAlive = keepsAlive,
        };
    }

    /// <summary>The exception for bytes that are no response.</summary>
    public static TransferException Malformed(string reason) =>
        new(TransferErrorKind.Rejected, $"the answer is not an HTTP/1.1 response: {reason}");

    private static ReadOnlySpan<byte> Next(scoped ref ReadOnlySpan<byte> head)
    {
        int end = head.IndexOf("\r\n"u8);
        ReadOnlySpan<byte> line = head[..end];
        head = head[(end + 2)..];
        return line;
    }

    private static bool Value(ReadOnlySpan<byte> line, ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        bool isIt = line.Length > name.Length && line[name.Length] == (byte)':' && Ascii.EqualsIgnoreCase(line[..name.Length], name);
        value = isIt ? line[(name.Length + 1)..].Trim(" \t"u8) : default;
        return isIt;
    }

    private static string Printable(ReadOnlySpan<byte> bytes) => string.Concat(
        System.Text.Encoding.Latin1.GetString(bytes[..Math.Min(bytes.Length, 60)]).Select(letter => char.IsControl(letter) ? '?' : letter));
}
