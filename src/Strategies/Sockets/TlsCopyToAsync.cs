using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The most common code with encryption: an SslStream and Stream.CopyToAsync.</summary>
public sealed class TlsCopyToAsync(ConnectionOptions options) : AsyncTlsStrategy(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "tls-copy-to-async",
        StrategyFamily.Sockets,
        "SslStream.WriteAsync, FileStream.CopyToAsync",
        options => new TlsCopyToAsync(options)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = [Transport.Tls],
        WhenFileGrew = GrownFile.FoundLate,
    };

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        TlsConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        FileStream file = PayloadFile.OpenStream(payload);
        await using (file.ConfigureAwait(false))
        {
            connection.BeginGuard(payload);
            try
            {
                await connection.Stream.WriteAsync(connection.Header(payload.Length), cancellationToken).ConfigureAwait(false);
                await file.CopyToAsync(connection.Stream, cancellationToken).ConfigureAwait(false);
                if (file.Position != payload.Length)
                {
                    throw PayloadChange.Ended(payload, file.Position, file.Length);
                }

                return await connection.ReadAcknowledgementAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is IOException or ObjectDisposedException)
            {
                throw connection.Failed(exception);
            }
            finally
            {
                connection.EndGuard();
            }
        }
    }
}
