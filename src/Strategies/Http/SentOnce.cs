namespace FileTransfer.Strategies.Http;

/// <summary>Whether a body was sent: HttpClient sends it again, within the same sample, when the server refuses a stream (REFUSED_STREAM, GOAWAY: RFC 9113, 8.7).</summary>
internal struct SentOnce
{
    private bool _isSent;

    /// <summary>Notes that the body is being sent.</summary>
    /// <exception cref="TransferException">It was sent before.</exception>
    public void Begin() => _isSent = !_isSent
        ? true
        : throw new TransferException(TransferErrorKind.Rejected, "the server refused the request and asked for it to be sent again, which is not measured as one transfer: is it stopping, or does it take fewer requests at once?");
}
