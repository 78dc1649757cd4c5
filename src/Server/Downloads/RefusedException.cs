namespace FileTransfer.Server.Downloads;

/// <summary>
/// A request that cannot be read to its end: after the refusal the connection is closed, because nobody knows what follows.
/// </summary>
internal sealed class RefusedException(Refusal refusal) : Exception(refusal.Reason)
{
    /// <summary>What the client is told.</summary>
    public Refusal Refusal => refusal;
}
