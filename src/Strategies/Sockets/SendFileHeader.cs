using System.Net.Sockets;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Socket.SendFile with the header as its preBuffer: one call, though two sends on Linux.</summary>
public sealed class SendFileHeader(ConnectionOptions options) : SocketStrategy(options), ISyncTransferStrategy
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "send-file-header",
        StrategyFamily.Sockets,
        "Socket.SendFile(path) with the header as preBuffer",
        options => new SendFileHeader(options)) with
    {
        SystemCalls = ["sendfile"],
        Transports = AnyStream,
    };

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload)
    {
        try
        {
            Connection.Socket.SendFile(
                payload.Path,
                preBuffer: Connection.Header(payload.Length),
                postBuffer: null,
                TransmitFileOptions.UseDefaultWorkerThread);
        }
        catch (SocketException exception)
        {
            throw Connection.Failed("sending", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw PayloadFile.Unreadable(payload, exception.Message, exception);
        }

        return Connection.ReadAcknowledgement(payload);
    }
}
