namespace FileTransfer.Strategies.Http;

/// <summary>Content of a request.</summary>
public enum HttpRequestKind
{
    /// <summary>No body and no additional headers.</summary>
    None,

    /// <summary>The payload as body.</summary>
    Body,

    /// <summary>The payload as body, and a hundred additional headers.</summary>
    Headers,
}
