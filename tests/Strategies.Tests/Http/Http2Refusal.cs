namespace FileTransfer.Strategies.Tests.Http;

/// <summary>How a server says that it did nothing about a request, so that the client may send it again: RFC 9113, 8.7.</summary>
public enum Http2Refusal
{
    /// <summary>RST_STREAM with REFUSED_STREAM.</summary>
    Stream,

    /// <summary>GOAWAY that names an earlier stream as the last one, and the end of the connection.</summary>
    Connection,
}
