namespace FileTransfer.Strategies.Rpc;

/// <summary>Paths, headers and media types of the service, which both ends need.</summary>
public static class RpcContract
{
    /// <summary>Path of the method in Twirp v7: <c>POST [prefix]/[package].[Service]/[Method]</c>.</summary>
    public const string TwirpPath = "/twirp/filetransfer.Payloads/Fetch";

    /// <summary>Path of the method in gRPC over HTTP/2.</summary>
    public const string GrpcPath = "/filetransfer.Payloads/Fetch";

    /// <summary>Media type of a message in Twirp.</summary>
    public const string Protobuf = "application/protobuf";

    /// <summary>Media type of a JSON message and of Twirp's errors.</summary>
    public const string Json = "application/json";

    /// <summary>Media type of a framed message in gRPC.</summary>
    public const string Grpc = "application/grpc";

    /// <summary>Header with the length of the message before compression: with gzip, Content-Length is the compressed length.</summary>
    public const string UncompressedLength = "X-Uncompressed-Length";

    /// <summary>Name of the content coding in HTTP (RFC 9110, 8.4.1.3) and in gRPC.</summary>
    public const string Gzip = "gzip";

    /// <summary>
    /// Length of the prefix of a gRPC message: one byte that is 1 when the message is compressed, and its length in 4 bytes,
    /// big-endian.
    /// </summary>
    public const int GrpcPrefix = 5;

    /// <summary>Longest data that is served, in bytes.</summary>
    public const long LongestData = 1L << 30;

    /// <summary>Longest data in a chunk of a stream, in bytes.</summary>
    public const int LongestChunk = 1 << 20;

    /// <summary>Most that a message can be longer than the data that was asked for: tags, lengths, the checksum, unknown fields.</summary>
    internal const int MostBesidesData = 1 << 20;
}
