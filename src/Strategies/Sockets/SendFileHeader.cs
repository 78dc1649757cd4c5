using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Socket.SendFile with the header as its preBuffer: one call, though two sends on Linux.</summary>
public sealed class SendFileHeader(ConnectionOptions options) : SocketStrategy(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "send-file-header",
        StrategyFamily.Sockets,
        "Socket.SendFile(path) with the header as preBuffer",
        options => new SendFileHeader(options)) with
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
            TransmittedFile.Send(connection, payload, connection.Header(payload.Length), TransmitFileOptions.UseDefaultWorkerThread);
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
