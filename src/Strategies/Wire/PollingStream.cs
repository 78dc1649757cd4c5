using System.Net.Sockets;
using FileTransfer.Sending;

namespace FileTransfer.Strategies.Wire;

/// <summary>A socket as a stream whose reads wait as a <see cref="Waiter"/> does.</summary>
/// <remarks>For streams on top of it, such as SslStream, which read from it only when they need more bytes.</remarks>
internal sealed class PollingStream(Socket socket, Waiter waiter, bool ownsSocket) : NetworkStream(socket, ownsSocket)
{
    /// <inheritdoc/>
    public override int Read(Span<byte> buffer)
    {
        waiter.Poll();
        return base.Read(buffer);
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        waiter.Poll();
        return base.Read(buffer, offset, count);
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        waiter.Poll();
        return base.ReadAsync(buffer, cancellationToken);
    }
}
