namespace FileTransfer.Strategies.Rpc;

/// <summary>Paths, headers and types of the service, which both ends need.</summary>
public static class RpcContract
{
    /// <summary>The method by Twirp v7: <c>POST [prefix]/[package].[Service]/[Method]</c>.</summary>
    public const string TwirpPath = "/twirp/filetransfer.Payloads/Fetch";

    /// <summary>The method by gRPC over HTTP/2.</summary>
    public const string GrpcPath = "/filetransfer.Payloads/Fetch";

    /// <summary>Type of a message in Twirp.</summary>
    public const string Protobuf = "application/protobuf";

    /// <summary>Type of a message as JSON, and of Twirp's errors.</summary>
    public const string Json = "application/json";

    /// <summary>Type of a framed message in gRPC.</summary>
    public const string Grpc = "application/grpc";

    /// <summary>Length of the message before it was compressed: with gzip, Content-Length says nothing about it.</summary>
    public const string UncompressedLength = "X-Uncompressed-Length";

    /// <summary>The coding of HTTP (RFC 9110, 8.4.1.3) and of gRPC.</summary>
    public const string Gzip = "gzip";

    /// <summary>Before each message of gRPC: one byte that is 1 when it is compressed, and its length, 4 bytes big-endian.</summary>
    public const int GrpcPrefix = 5;

    /// <summary>Longest data that is served, in bytes.</summary>
    public const long LongestData = 1L << 30;

    /// <summary>Longest data in a chunk of a stream, in bytes.</summary>
    public const int LongestChunk = 1 << 20;

    /// <summary>Most that a message can be longer than the data that was asked for: tags, lengths, the checksum, unknown fields.</summary>
    internal const int MostBesidesData = 1 << 20;
}
