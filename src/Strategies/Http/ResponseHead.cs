using System.Buffers.Text;
using System.Text;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>What the head of an HTTP/1.1 response says, line by line, as far as a client needs it (RFC 9112).</summary>
/// <remarks>Allocates nothing for a response whose body is sent as it is.</remarks>
internal struct ResponseHead
{
    /// <summary>Longest head that is read, in bytes.</summary>
    public const int Longest = 16 << 10;

    /// <summary>Length of "HTTP/1.1 200".</summary>
    private const int StatusEnd = 12;

    private long? _length;

    /// <summary>Reads the first line.</summary>
    /// <exception cref="TransferException">It does not begin a response.</exception>
    public ResponseHead(ReadOnlySpan<byte> line)
    {
        if (line.Length < StatusEnd
            || !line.StartsWith("HTTP/1."u8)
            || line[8] != (byte)' '
            || !Utf8Parser.TryParse(line[9..StatusEnd], out int status, out int digits)
            || digits != 3)
        {
            throw Malformed($"it begins with '{Printable(line)}'");
        }

        Status = status;
        KeepsAlive = line[7] == (byte)'1';
    }

    /// <summary>Status code.</summary>
    public int Status { get; }

    /// <summary>True for an interim response, such as 103 Early Hints: another head follows.</summary>
    public readonly bool IsInterim => Status is >= 100 and < 200;

    /// <summary>Length of the body; null when it is not announced. Chunks override a length: RFC 9112, 6.3.</summary>
    public readonly long? Length => IsChunked ? null : _length;

    /// <summary>True when the body comes in chunks.</summary>
    public bool IsChunked { get; private set; }

    /// <summary>Content-Encoding; empty when there is none.</summary>
    public string Encoding { get; private set; } = "";

    /// <summary>Location; empty when there is none.</summary>
    public string Location { get; private set; } = "";

    /// <summary>Content-Range; empty when there is none.</summary>
    public string Range { get; private set; } = "";

    /// <summary>True when the server keeps the connection open: RFC 9112, 9.3.</summary>
    public bool KeepsAlive { get; private set; }

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
    public static ResponseHead Parse(ReadOnlySpan<byte> bytes)
    {
        var head = new ResponseHead(Next(ref bytes));
        while (Next(ref bytes) is { Length: > 0 } line)
        {
            head.Add(line);
        }

        return head;
    }

    /// <summary>Reads a line after the first one.</summary>
    /// <exception cref="TransferException">It cannot be understood, or contradicts an earlier one.</exception>
    public void Add(ReadOnlySpan<byte> line)
    {
        if (Value(line, "Content-Length"u8, out ReadOnlySpan<byte> value))
        {
            long announced = Utf8Parser.TryParse(value, out long parsed, out int used) && used == value.Length && parsed >= 0
                ? parsed
                : throw Malformed($"its Content-Length is '{Printable(value)}'");
            _length = _length is null || _length == announced ? announced : throw Malformed("it announces two lengths");
        }
        else if (Value(line, "Transfer-Encoding"u8, out value))
        {
            IsChunked = Ascii.EqualsIgnoreCase(value, "chunked"u8)
                ? true
                : throw Malformed($"its Transfer-Encoding is '{Printable(value)}'");
        }
        else if (Value(line, "Content-Encoding"u8, out value))
        {
            Encoding = Printable(value);
        }
        else if (Value(line, "Location"u8, out value))
        {
            Location = Printable(value);
        }
        else if (Value(line, "Content-Range"u8, out value))
        {
            Range = Printable(value);
        }
        else if (Value(line, "Connection"u8, out value))
        {
            KeepsAlive &= !Ascii.EqualsIgnoreCase(value, "close"u8);
        }
    }

    /// <summary>The exception for bytes that are no response.</summary>
    public static TransferException Malformed(string reason) =>
        new(TransferErrorKind.Rejected, $"the answer is not an HTTP/1.1 response: {reason}");

    /// <summary>The beginning of received bytes, as text that is safe to print.</summary>
    public static string Printable(ReadOnlySpan<byte> bytes) => string.Concat(
        System.Text.Encoding.Latin1.GetString(bytes[..Math.Min(bytes.Length, 60)]).Select(letter => char.IsControl(letter) ? '?' : letter));

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
}
