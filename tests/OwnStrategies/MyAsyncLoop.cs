using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.OwnStrategies;

/// <summary>Copies a stream; two buffers, so two strategies in a list.</summary>
public sealed class MyAsyncLoop(ConnectionOptions options, int bufferSize) : AsyncSocketStrategy(options)
{
    /// <summary>What the program looks for, in a list.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } =
        [Describe("my-copy-4k", 4 << 10), Describe("my-copy-64k", 64 << 10)];

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection, Payload payload, CancellationToken cancellationToken)
    {
        await using FileStream file = PayloadFile.OpenStream(payload);
        connection.BeginGuard(payload);
        try
        {
            await using var stream = new NetworkStream(connection.Socket);
            await stream.WriteAsync(connection.Header(payload.Length), cancellationToken);
            await file.CopyToAsync(stream, bufferSize, cancellationToken);
            return await connection.ReadAcknowledgementAsync(payload, cancellationToken);
        }
        finally
        {
            connection.EndGuard();
        }
    }

    private static StrategyDescriptor Describe(string id, int bufferSize) => StrategyDescriptor.For(
        id, StrategyFamily.Sockets, "FileStream.CopyToAsync, NetworkStream", options => new MyAsyncLoop(options, bufferSize));
}
