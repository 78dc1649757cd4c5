namespace FileTransfer.Strategies.Http;

/// <summary>How the request of an upload carries the file.</summary>
public enum UploadForm
{
    /// <summary>POST of multipart/form-data (RFC 7578), with the file as its only part.</summary>
    Multipart,

    /// <summary>PUT of the file alone.</summary>
    Put,

    /// <summary>POST of the file alone.</summary>
    Post,
}
