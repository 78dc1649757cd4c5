using FileTransfer.Strategies.Rpc;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Http;

/// <summary>The body of a request that may take so long and no longer, whatever of it is read: parts that are no file too.</summary>
/// <remarks>A read is not broken off: those that wait have limits of their own, and the next one is refused.</remarks>
/// <param name="body">The body; stays the caller's.</param>
/// <param name="faults">Knows the limit.</param>
internal sealed class TimedBody(Stream body, BodyFaults faults) : ReadOnlyStream
{
    private readonly long _begun = Environment.TickCount64;

    /// <inheritdoc/>
    /// <exception cref="BadHttpRequestException">The body takes too long.</exception>
    public override int Read(Span<byte> buffer)
    {
        faults.ThrowIfTooSlow(_begun);
        return body.Read(buffer);
    }

    /// <inheritdoc/>
    /// <exception cref="BadHttpRequestException">The body takes too long.</exception>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        faults.ThrowIfTooSlow(_begun);
        return body.ReadAsync(buffer, cancellationToken);
    }
}
