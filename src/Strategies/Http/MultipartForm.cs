using System.Globalization;
using System.Text;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>multipart/form-data (RFC 7578) with a file as its only part: the bytes before and after the file.</summary>
internal sealed class MultipartForm
{
    /// <summary>Name of the form's field.</summary>
    public const string FieldName = "file";

    private Payload? _payload;
    private byte[] _head = [];

    /// <summary>Separates parts; random, so that no file contains it by accident.</summary>
    public string Boundary { get; } = string.Create(CultureInfo.InvariantCulture, $"filetransfer-{Guid.NewGuid():N}");

    /// <summary>Value of the header Content-Type.</summary>
    public string ContentType => $"multipart/form-data; boundary={Boundary}";

    /// <summary>The bytes after the file.</summary>
    public byte[] Tail => field ??= Encoding.ASCII.GetBytes($"\r\n--{Boundary}--\r\n");

    /// <summary>The bytes before the file; made once per payload.</summary>
    public byte[] Head(Payload payload)
    {
        if (!ReferenceEquals(_payload, payload))
        {
            _head = Encoding.UTF8.GetBytes(
                $"--{Boundary}\r\nContent-Disposition: form-data; name=\"{FieldName}\"; "
                + $"filename=\"{EscapedName(payload)}\"\r\nContent-Type: application/octet-stream\r\n\r\n");
            _payload = payload;
        }

        return _head;
    }

    /// <summary>Length of the whole form with a file in it, in bytes.</summary>
    public long LengthWith(Payload payload) => Head(payload).Length + payload.Length + Tail.Length;

    /// <summary>
    /// Name of a file as browsers write it between quotes: the characters that would end the quotes or the line become %22, %0D
    /// and %0A (HTML Standard, "multipart/form-data"; RFC 7578, 2).
    /// </summary>
    public static string EscapedName(Payload payload) => Path.GetFileName(payload.Path)
        .Replace("\"", "%22", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal)
        .Replace("\n", "%0A", StringComparison.Ordinal);
}
