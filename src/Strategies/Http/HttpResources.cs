namespace FileTransfer.Strategies.Http;

/// <summary>What the HTTP receivers serve.</summary>
public static class HttpResources
{
    /// <summary>Takes files: PUT with the file as body, POST with it as a part of multipart/form-data (RFC 7578).</summary>
    public const string Upload = "/upload";

    /// <summary>Takes requests with any body or none, and counts their headers.</summary>
    public const string Request = "/request";

    /// <summary>Asked to see whether the receiver is there; counts for nothing.</summary>
    public const string Hello = "/";

    /// <summary>Name of the query parameter that asks for the checksum.</summary>
    public const string Verify = "verify";

    /// <summary>Headers of the requests that carry some, and the length of their names and values: 100 random letters each.</summary>
    public const int RandomHeaderCount = 100;

    /// <summary>Length of the name and of the value of a random header.</summary>
    public const int RandomHeaderLength = 100;
}
