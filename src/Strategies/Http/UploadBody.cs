using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>Method and body of the requests of a strategy: the file alone, or what a form has before and after it as well.</summary>
internal sealed class UploadBody(UploadForm form)
{
    /// <summary>Content-Type of a file alone.</summary>
    public const string TypeOfFile = "application/octet-stream";

    private readonly MultipartForm? _form = form == UploadForm.Multipart ? new MultipartForm() : null;

    /// <summary>Method of the request.</summary>
    public HttpMethod Method { get; } = form == UploadForm.Put ? HttpMethod.Put : HttpMethod.Post;

    /// <summary>Value of the header Content-Type.</summary>
    public string ContentType => _form?.ContentType ?? TypeOfFile;

    /// <summary>The bytes after the file; empty when it is alone.</summary>
    public byte[] Tail => _form?.Tail ?? [];

    /// <summary>The bytes before the file; empty when it is alone.</summary>
    public byte[] Head(Payload payload) => _form?.Head(payload) ?? [];

    /// <summary>Length of the whole body, in bytes.</summary>
    public long LengthWith(Payload payload) => _form?.LengthWith(payload) ?? payload.Length;
}
