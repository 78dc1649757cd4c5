using System.Net.Sockets;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The contender of the 2009 article: the header by Send, the file by Socket.SendFile.</summary>
/// <remarks>TransmitFile on Windows, sendfile(2) on Linux; the file is opened by name at every call.</remarks>
public sealed class SendFile(ConnectionOptions options) : SocketStrategy(options), ISyncTransferStrategy
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "send-file",
        StrategyFamily.Sockets,
        "Socket.Send for the header, Socket.SendFile(path)",
        options => new SendFile(options)) with
    {
        SystemCalls = ["sendfile"],
        Transports = AnyStream,
    };

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload)
    {
        try
        {
            Connection.Send(Connection.Header(payload.Length));
            Connection.Socket.SendFile(payload.Path);
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
