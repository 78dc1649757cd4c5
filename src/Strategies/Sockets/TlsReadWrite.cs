using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The loop of <see cref="ReadWrite"/> through an SslStream, to compare the cost of encryption with it.</summary>
public sealed class TlsReadWrite(ConnectionOptions options) : TlsStrategy(options)
{
    private readonly byte[] _buffer = new byte[64 << 10];

    /// <summary>With a buffer of 64 KiB.</summary>
    public static StrategyDescriptor Descriptor64K { get; } = StrategyDescriptor.For(
        "tls-read-write-64k",
        StrategyFamily.Sockets,
        "FileStream.Read, SslStream.Write, 64 KiB buffer",
        options => new TlsReadWrite(options)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = [Transport.Tls],
        WhenFileGrew = GrownFile.CutOff,
        Allocates = AllocatingApi.FileStream,
    };

    /// <inheritdoc/>
    protected override Delivery Transfer(TlsConnection connection, Payload payload)
    {
        using FileStream file = PayloadFile.OpenStream(payload);
        connection.BeginGuard(payload);
        try
        {
            connection.Stream.Write(connection.Header(payload.Length));
            for (long left = payload.Length; left > 0;)
            {
                int count = (int)Math.Min(file.Read(_buffer, 0, _buffer.Length), left);
                if (count == 0)
                {
                    throw PayloadChange.Ended(payload, payload.Length - left, file.Length);
                }

                connection.Stream.Write(_buffer, 0, count);
                left -= count;
            }

            return connection.ReadAcknowledgement();
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
