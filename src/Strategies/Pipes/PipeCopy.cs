using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Pipes;

/// <summary>The baseline of the splice library's benchmark: read a buffer from the file, write it to the pipe.</summary>
/// <remarks>Uses a FileStream for the file and an unbuffered one for the pipe; the original is Go's io.CopyBuffer.</remarks>
public sealed class PipeCopy(ConnectionOptions options, int bufferSize) : PipeStrategy(options)
{
    private readonly KernelBuffer _buffer = new(bufferSize);
    private FileStream? _pipe;

    /// <summary>With the buffer of 32 KiB that the original used.</summary>
    public static StrategyDescriptor Descriptor32K { get; } = Describe("pipe-copy", "32 KiB", 32 << 10);

    /// <summary>The same loop with 128 KiB, twice what the pipe holds.</summary>
    public static StrategyDescriptor Descriptor128K { get; } = Describe("pipe-copy-128k", "128 KiB", 128 << 10);

    /// <inheritdoc/>
    protected override Delivery Transfer(PipeConnection connection, Payload payload)
    {
        _pipe ??= new FileStream(connection.Pipe, FileAccess.Write, bufferSize: 0);
        using FileStream file = PayloadFile.OpenStream(payload);
        connection.BeginGuard(payload);
        try
        {
            Write(connection, connection.Header(payload.Length));
            long left = payload.Length;
            while (left > 0)
            {
                // Always pass the whole buffer: for a read of less than 4 KiB FileStream would allocate its own buffer.
                int count = (int)Math.Min(file.Read(_buffer.Array, _buffer.Start, bufferSize), left);
                if (count == 0)
                {
                    throw PayloadChange.Ended(payload, payload.Length - left, file.Length);
                }

                Write(connection, _buffer.Span[..count]);
                left -= count;
            }

            return connection.ReadAcknowledgement(payload);
        }
        finally
        {
            connection.EndGuard();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _pipe?.Dispose();
        return base.DisposeAsync();
    }

    private static StrategyDescriptor Describe(string id, string buffer, int bufferSize) => Describe(
        id,
        $"FileStream.Read, FileStream.Write to the pipe, {buffer} buffer",
        ["pread64", "write"],
        options => new PipeCopy(options, bufferSize)) with
    {
        WhenFileGrew = GrownFile.CutOff,
        Allocates = AllocatingApi.FileStream,
    };

    private void Write(PipeConnection connection, ReadOnlySpan<byte> bytes)
    {
        try
        {
            _pipe!.Write(bytes);
        }
        catch (IOException exception)
        {
            throw connection.Failed("sending", exception);
        }

        connection.ThrowIfBrokenOff();
    }
}
