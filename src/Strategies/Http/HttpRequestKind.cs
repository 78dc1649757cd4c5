namespace FileTransfer.Strategies.Http;

/// <summary>What a request carries.</summary>
public enum HttpRequestKind
{
    /// <summary>Neither a body nor headers of its own.</summary>
    None,

    /// <summary>The payload as its body.</summary>
    Body,

    /// <summary>The payload as its body, and a hundred headers.</summary>
    Headers,
}
