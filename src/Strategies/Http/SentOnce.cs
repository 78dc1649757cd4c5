namespace FileTransfer.Strategies.Http;

/// <summary>Whether a request was sent.</summary>
/// <remarks>
/// HttpClient sends it again, within the same sample, when the server refuses a stream (REFUSED_STREAM, GOAWAY: RFC 9113, 8.7),
/// and one without a body also when the server closes a kept connection instead of answering (RFC 9112, 9.3.1).
/// </remarks>
internal struct SentOnce
{
    private bool _isSent;

    /// <summary>Notes that it is being sent.</summary>
    /// <exception cref="TransferException">It was sent before.</exception>
    public void Begin() => _isSent = !_isSent ? true : throw Again();

    /// <summary>It was to be sent again.</summary>
    public static TransferException Again() => new(TransferErrorKind.Rejected, "the server refused the request, or closed the connection instead of answering, and HttpClient would have sent it again, which is not measured as one transfer: is the server stopping, or does it take fewer requests at once?");
}
