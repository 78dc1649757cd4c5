using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The alternative of the 2009 article: Socket.Send for the header, Socket.SendFile for the file.</summary>
/// <remarks>TransmitFile on Windows, sendfile(2) on Linux; the file is opened by name at every call.</remarks>
public sealed class SendFile(ConnectionOptions options) : SocketStrategy(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "send-file",
        StrategyFamily.Sockets,
        "Socket.Send for the header, Socket.SendFile(path)",
        options => new SendFile(options)) with
    {
        SystemCalls = ["sendfile"],
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.Overruns,
        SendsHeaderAlone = true,
        Allocates = AllocatingApi.SocketSendFile,
    };

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        try
        {
            connection.Send(connection.Header(payload.Length));
            connection.Socket.SendFile(payload.Path);
        }
        catch (SocketException exception)
        {
            throw connection.Failed("sending", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw PayloadFile.Unreadable(payload, exception.Message, exception);
        }

        return connection.ReadAcknowledgement(payload);
    }
}
