namespace FileTransfer.Server.Sinks;

/// <summary>A frame cannot be taken. The sender is told the status, and the connection is closed.</summary>
/// <param name="status">What the sender is told: a code of <see cref="Strategies.Wire.AcknowledgementStatus"/>.</param>
/// <param name="kind">Kind of error under which it is counted.</param>
/// <param name="message">Why, in the server's own words; completes a sentence about the connection.</param>
internal sealed class RefusedFrameException(long status, string kind, string message) : Exception(message)
{
    /// <summary>What the sender is told.</summary>
    public long Status => status;

    /// <summary>Kind of error under which it is counted.</summary>
    public string Kind => kind;
}
