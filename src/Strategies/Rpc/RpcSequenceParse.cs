using System.Buffers;
using System.IO.Pipelines;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Collects the answer in the segments of a PipeReader, and parses the sequence of segments.</summary>
public sealed class RpcSequenceParse : RpcFetch
{
    private const int SegmentSize = 64 << 10;

    private readonly StreamPipeReaderOptions _reading;

    /// <summary>Makes the strategy with segments from the caller's pool.</summary>
    internal RpcSequenceParse(ConnectionOptions options, RpcCall call, MemoryPool<byte> pool)
        : base(options, call) =>
        _reading = new StreamPipeReaderOptions(pool, bufferSize: SegmentSize, minimumReadSize: SegmentSize / 4, leaveOpen: true);

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "rpc-sequence-parse",
        "PipeReader in segments of 64 KiB, then MessageParser.ParseFrom(ReadOnlySequence)",
        RpcCall.Twirp,
        options => new RpcSequenceParse(options, RpcCall.Twirp, MemoryPool<byte>.Shared));

    /// <inheritdoc/>
    private protected override async ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        var reader = PipeReader.Create(body.Stream, _reading);
        try
        {
            ReadResult result;
            while (!(result = await reader.ReadAsync(cancellationToken).ConfigureAwait(false)).IsCompleted)
            {
                // Examined but not consumed: the message is parsed when it is complete.
                reader.AdvanceTo(result.Buffer.Start, result.Buffer.End);
            }

            return FetchedField.Of(FetchedField.Parser.ParseFrom(result.Buffer), body.IsVerifying);
        }
        finally
        {
            await reader.CompleteAsync().ConfigureAwait(false);
        }
    }
}
