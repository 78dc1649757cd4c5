using System.Runtime.CompilerServices;

namespace FileTransfer.Strategies.Rpc;

/// <summary>
/// Passes compressed bytes to a GZipStream and checks at the end that they were complete and that no other bytes followed.
/// </summary>
/// <remarks>
/// GZipStream reports the end of the stream without an error when the stream is empty, ends within its checksum, or has other
/// bytes behind it. But of several members in sequence (RFC 1952, 2.2) it unpacks the next one only when the previous one
/// ended with the right checksum. This stream therefore appends one more member: its content is unpacked only when all bytes
/// before it were correct. The first read shows whether there were any bytes.
/// </remarks>
/// <param name="source">The compressed bytes; stays the caller's.</param>
internal sealed class GzipEnd(Stream source) : ReadOnlyStream
{
    private const byte Mark = (byte)'.';

    private int _position = -1;
    private bool _isEmpty = true;

    /// <summary>The appended member, which contains <see cref="Mark"/>: ten bytes of header, three of a block, CRC-32 and length.</summary>
    private static ReadOnlySpan<byte> Member => [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xD3, 0x03, 0, 0x42, 0xE2, 0xD4, 0x0E, 1, 0, 0, 0];

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer)
    {
        if (_position >= 0)
        {
            return Take(buffer);
        }

        int count = source.Read(buffer);
        _isEmpty &= count == 0;
        return count;
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        _position >= 0 ? ValueTask.FromResult(Take(buffer.Span))
        : _isEmpty ? BeginAsync(buffer, cancellationToken)
        : source.ReadAsync(buffer, cancellationToken);

    /// <summary>Checks, when all bytes have been read, that they were complete and that no other bytes followed.</summary>
    /// <param name="unpacked">The GZipStream that reads from here.</param>
    /// <param name="room">A buffer of at least two bytes, which is overwritten.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="InvalidDataException">The bytes were incomplete, or others followed.</exception>
    public async ValueTask RequireAsync(Stream unpacked, Memory<byte> room, CancellationToken cancellationToken)
    {
        if (_isEmpty)
        {
            throw new InvalidDataException("the compressed message is empty: gzip makes 20 bytes even of no data");
        }

        _position = 0;
        int count = await unpacked.ReadAtLeastAsync(room, room.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
        if (count != 1 || room.Span[0] != Mark)
        {
            throw new InvalidDataException("the compressed message is incomplete, or other bytes follow it");
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> BeginAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        int count = await source.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        _isEmpty = count == 0;
        return count;
    }

    private int Take(Span<byte> buffer)
    {
        ReadOnlySpan<byte> left = Member[_position..];
        left = left[..Math.Min(left.Length, buffer.Length)];
        left.CopyTo(buffer);
        _position += left.Length;
        return left.Length;
    }
}
