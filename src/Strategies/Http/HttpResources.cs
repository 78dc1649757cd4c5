using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Http;

/// <summary>Paths and limits of the HTTP receivers, which both ends need.</summary>
public static class HttpResources
{
    /// <summary>Path for uploads: PUT with the file as body, or POST with the file as a part of multipart/form-data (RFC 7578).</summary>
    public const string Upload = "/upload";

    /// <summary>Path for requests with or without a body; the receiver counts their random headers.</summary>
    public const string Request = "/request";

    /// <summary>Path of a request that only checks whether the receiver is running; the receiver does not count it.</summary>
    public const string Hello = "/";

    /// <summary>Name of the query parameter that asks for the checksum.</summary>
    public const string Verify = "verify";

    /// <summary>Number of random headers in a request of <see cref="HttpRequestKind.Headers"/>.</summary>
    public const int RandomHeaderCount = 100;

    /// <summary>Length of the name and of the value of a random header, in letters.</summary>
    public const int RandomHeaderLength = 100;

    /// <summary>Path and query for an upload: <see cref="Upload"/>, or that of a way of keeping with its options.</summary>
    internal static string UploadOf(ConnectionOptions options) => options.StoredBy is { } way
        ? $"{way.Path}?{new StoringRequest(way.Name, options.Storing).Query}"
        : Upload;
}
