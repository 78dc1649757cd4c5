using System.Globalization;
using System.Text.Json;
using System.Text.Unicode;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Server.Downloads;

/// <summary>Writes the heads of HTTP/1.1 responses into one buffer, again and again. Allocates nothing for a file.</summary>
/// <remarks>What a method returns is valid until the next call.</remarks>
internal sealed class ResponseWriter
{
    /// <summary>More than any head here has: all its parts are short.</summary>
    private const int MostBytes = 1024;

    private static readonly CultureInfo s_culture = CultureInfo.InvariantCulture;

    private readonly byte[] _buffer = new byte[MostBytes];
    private int _length;

    private Span<byte> Room => _buffer.AsSpan(_length);

    /// <summary>The head of a response with a file or a part of one.</summary>
    /// <param name="range">The part, or the whole file.</param>
    /// <param name="file">What the file is like.</param>
    /// <param name="keepsAlive">False when the connection is closed after it.</param>
    public ReadOnlySpan<byte> File(ByteRange range, FileVersion file, bool keepsAlive)
    {
        // A range that covers the file is a part all the same: its offset was asked for.
        Begin(range.IsWhole ? "200 OK" : "206 Partial Content", keepsAlive);
        Add(Utf8.TryWrite(Room, s_culture, $"Content-Type: {WholeFile.MediaType}\r\n", out int count), count);
        Add(Utf8.TryWrite(Room, s_culture, $"Content-Length: {range.Count}\r\n", out count), count);
        if (!range.IsWhole)
        {
            long last = range.Offset + range.Count - 1;
            Add(Utf8.TryWrite(Room, s_culture, $"Content-Range: bytes {range.Offset}-{last}/{file.Length}\r\n", out count), count);
        }

        AddValidators(file);
        return End();
    }

    /// <summary>The head of a response that tells of a file that has not changed.</summary>
    public ReadOnlySpan<byte> NotModified(FileVersion file, bool keepsAlive)
    {
        Begin("304 Not Modified", keepsAlive);
        AddValidators(file);
        return End();
    }

    /// <summary>The head of a response that is nothing else.</summary>
    public ReadOnlySpan<byte> NoContent(bool keepsAlive)
    {
        Begin("204 No Content", keepsAlive);
        return End();
    }

    /// <summary>A response that says why there is no file.</summary>
    /// <param name="refusal">Status and reason.</param>
    /// <param name="fileLength">Length of the file of which a range cannot be sent; null in every other case.</param>
    /// <param name="isHead">True to leave the content out.</param>
    /// <param name="keepsAlive">False when the connection is closed after it.</param>
    public byte[] Refused(Refusal refusal, long? fileLength, bool isHead, bool keepsAlive)
    {
        byte[] json = JsonSerializer.SerializeToUtf8Bytes(new UploadError(refusal.Reason), ServerJson.Default.UploadError);
        Begin(StatusLine(refusal.Status), keepsAlive);
        Add(Utf8.TryWrite(Room, s_culture, $"Content-Type: application/json\r\nContent-Length: {json.Length}\r\n", out int count), count);
        if (refusal.Status == 405)
        {
            Add(Utf8.TryWrite(Room, s_culture, $"Allow: GET, HEAD\r\n", out count), count);
        }

        if (fileLength is { } known)
        {
            Add(Utf8.TryWrite(Room, s_culture, $"Content-Range: bytes */{known}\r\n", out count), count);
        }

        return isHead ? End().ToArray() : [.. End(), .. json];
    }

    /// <summary>A strong entity tag, with its quotes: it changes whenever the file does.</summary>
    public static string TagOf(FileVersion file) => string.Create(s_culture, $"\"{file.Changed:x}-{file.Length:x}\"");

    private static string StatusLine(int status) => status switch
    {
        400 => "400 Bad Request",
        // RFC 9110, 11.6.1: with the challenge.
        401 => "401 Unauthorized\r\nWWW-Authenticate: Bearer",
        403 => "403 Forbidden",
        404 => "404 Not Found",
        405 => "405 Method Not Allowed",
        408 => "408 Request Timeout",
        412 => "412 Precondition Failed",
        413 => "413 Content Too Large",
        414 => "414 URI Too Long",
        416 => "416 Range Not Satisfiable",
        431 => "431 Request Header Fields Too Large",
        503 => "503 Service Unavailable",
        505 => "505 HTTP Version Not Supported",
        _ => "500 Internal Server Error",
    };

    private void Begin(string status, bool keepsAlive)
    {
        _length = 0;
        Add(Utf8.TryWrite(Room, s_culture, $"HTTP/1.1 {status}\r\nDate: {DateTimeOffset.UtcNow:R}\r\n", out int count), count);
        if (!keepsAlive)
        {
            Add(Utf8.TryWrite(Room, s_culture, $"Connection: close\r\n", out count), count);
        }
    }

    /// <summary>The tag as <see cref="TagOf"/> writes it, and the time of the last change of the content.</summary>
    private void AddValidators(FileVersion file)
    {
        Add(Utf8.TryWrite(Room, s_culture, $"ETag: \"{file.Changed:x}-{file.Length:x}\"\r\n", out int count), count);
        Add(Utf8.TryWrite(Room, s_culture, $"Last-Modified: {file.LastModified:R}\r\nAccept-Ranges: bytes\r\n", out count), count);
    }

    private ReadOnlySpan<byte> End()
    {
        Add(Utf8.TryWrite(Room, s_culture, $"\r\n", out int count), count);
        return _buffer.AsSpan(0, _length);
    }

    private void Add(bool isWritten, int count) =>
        _length += isWritten ? count : throw new InvalidOperationException("the head of a response is longer than expected");
}
