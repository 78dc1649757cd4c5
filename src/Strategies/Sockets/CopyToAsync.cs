using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The most common code: a NetworkStream and Stream.CopyToAsync.</summary>
public sealed class CopyToAsync(ConnectionOptions options) : AsyncSocketStrategy(options)
{
    private NetworkStream? _stream;

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "copy-to-async",
        StrategyFamily.Sockets,
        "NetworkStream.WriteAsync, FileStream.CopyToAsync",
        options => new CopyToAsync(options)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.FoundLate,
        SendsHeaderAlone = true,
    };

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        _stream ??= new NetworkStream(connection.Socket, ownsSocket: false);
        FileStream file = PayloadFile.OpenStream(payload);
        await using (file.ConfigureAwait(false))
        {
            connection.BeginGuard(payload);
            try
            {
                await _stream.WriteAsync(connection.Header(payload.Length), cancellationToken).ConfigureAwait(false);
                await file.CopyToAsync(_stream, cancellationToken).ConfigureAwait(false);
                if (file.Position != payload.Length)
                {
                    throw PayloadChange.Ended(payload, file.Position, file.Length);
                }

                return await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
            }
            catch (IOException exception) when (exception.InnerException is SocketException or ObjectDisposedException)
            {
                throw connection.Failed("sending", exception.InnerException);
            }
            catch (ObjectDisposedException exception)
            {
                throw connection.Failed("sending", exception);
            }
            finally
            {
                connection.EndGuard();
            }
        }
    }
}
