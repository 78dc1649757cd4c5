using System.Runtime.CompilerServices;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Compressed bytes on their way to a GZipStream, and a proof at their end that they were whole and that nothing followed them.</summary>
/// <remarks>
/// GZipStream takes a stream that is empty, cut off within its checksum, or followed by anything, for one that has ended. But of members that
/// follow each other (RFC 1952, 2.2) it unpacks the next one only where the one before has ended with the right checksum. So
/// one more is put behind the last byte: what it holds comes out when everything before it was in order. That there was something
/// before it, the first read tells.
/// </remarks>
/// <param name="source">Where the compressed bytes come from; stays the caller's.</param>
internal sealed class GzipEnd(Stream source) : ReadOnlyStream
{
    private const byte Mark = (byte)'.';

    private int _position = -1;
    private bool _isEmpty = true;

    /// <summary>The mark in gzip: ten bytes of header, three of a block, CRC-32 and length.</summary>
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

    /// <summary>Once all has been read: makes sure that it was whole, and that nothing followed it.</summary>
    /// <param name="unpacked">The GZipStream that reads from here.</param>
    /// <param name="room">Two bytes or more that may be written over.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="InvalidDataException">It was not.</exception>
    public async ValueTask RequireAsync(Stream unpacked, Memory<byte> room, CancellationToken cancellationToken)
    {
        if (_isEmpty)
        {
            throw new InvalidDataException("there was nothing to unpack: even of nothing, gzip makes 20 bytes");
        }

        _position = 0;
        int count = await unpacked.ReadAtLeastAsync(room, room.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
        if (count != 1 || room.Span[0] != Mark)
        {
            throw new InvalidDataException("what was unpacked did not end where its bytes ended");
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
