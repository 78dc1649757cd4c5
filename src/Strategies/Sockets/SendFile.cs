using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The alternative of the 2009 article: Socket.Send for the header, Socket.SendFile for the file.</summary>
/// <remarks>
/// TransmitFile on Windows, sendfile(2) on Linux; the file is opened by name at every call. Windows alone has options for it.
/// </remarks>
public sealed class SendFile(
    ConnectionOptions options, TransmitFileOptions how = TransmitFileOptions.UseDefaultWorkerThread) : SocketStrategy(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } =
        Describe("send-file", "Socket.SendFile(path)", TransmitFileOptions.UseDefaultWorkerThread) with { SystemCalls = ["sendfile"] };

#pragma warning disable CA1416 // Options of Windows: no strategy is made with them where Probe says that it cannot run.
    /// <summary>TransmitFile returns when the system has taken the file, before the receiver has.</summary>
    public static StrategyDescriptor DescriptorWriteBehind { get; } = OnWindows("write-behind", TransmitFileOptions.WriteBehind);

    /// <summary>TransmitFile works in the thread that called it, by kernel APCs, and not in one of the system's.</summary>
    public static StrategyDescriptor DescriptorKernelApc { get; } = OnWindows("kernel-apc", TransmitFileOptions.UseKernelApc);

    /// <summary>TransmitFile ends the connection, and leaves a socket that can connect to somebody else.</summary>
    public static StrategyDescriptor DescriptorReuse { get; } =
        OnWindows("reuse", TransmitFileOptions.Disconnect | TransmitFileOptions.ReuseSocket) with
        {
            Probe = () => Availability.Unsupported(
                "ReuseSocket ends the connection with the file, so that no receiver can confirm it, and the socket connects to other "
                + "receivers only"),
        };
#pragma warning restore CA1416

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        try
        {
            connection.Send(connection.Header(payload.Length));
            TransmittedFile.Send(connection, payload, head: default, how);
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

    private static StrategyDescriptor OnWindows(string name, TransmitFileOptions how) =>
        Describe($"send-file-{name}", $"Socket.SendFile(path) with {how}", how) with
        {
            NeedsWindows = true,
            SystemCalls = ["TransmitFile"],
            Probe = () => OperatingSystem.IsWindows()
                ? Availability.Available
                : Availability.Unsupported($"TransmitFileOptions.{how} needs Windows"),
        };

    private static StrategyDescriptor Describe(string id, string call, TransmitFileOptions how) => StrategyDescriptor.For(
        id,
        StrategyFamily.Sockets,
        $"Socket.Send for the header, {call}",
        options => new SendFile(options, how)) with
    {
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.Overruns,
        SendsHeaderAlone = true,
        Allocates = AllocatingApi.SocketSendFile,
    };
}
