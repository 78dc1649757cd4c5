using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Downloads;

/// <summary>A stream that discards a file which is written to it, and counts and checks it meanwhile.</summary>
/// <param name="expected">Length of the file, in bytes.</param>
/// <param name="isChecked">Whether the checksum is computed.</param>
internal sealed class FileSink(long expected, bool isChecked) : Stream
{
    private ReceivedFile _file = new(expected, isChecked);

    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => _file.Count;

    /// <inheritdoc/>
    public override long Position
    {
        get => _file.Count;
        set => throw new NotSupportedException();
    }

    /// <summary>The delivery of the whole file.</summary>
    /// <exception cref="TransferException">Bytes are missing.</exception>
    public Delivery Confirm(long responded) => _file.Confirm(responded);

    /// <inheritdoc/>
    /// <exception cref="TransferException">There are more bytes than the file has.</exception>
    public override void Write(ReadOnlySpan<byte> buffer) => _file.Append(buffer);

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => _file.Append(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _file.Append(buffer.Span);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        _file.Append(buffer.AsSpan(offset, count));
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();
}
