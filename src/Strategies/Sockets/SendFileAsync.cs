using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Socket.SendFileAsync with the header as its preBuffer.</summary>
/// <remarks>
/// On Linux .NET 10 never closes the file it opens for this call: the descriptor stays open until the garbage collector
/// finalizes it, and a program that allocates little runs out of descriptors first. This strategy does not work around it:
/// <see cref="Observe"/> counts the open descriptors, and a lack of descriptors fails the transfer.
/// </remarks>
public sealed class SendFileAsync(ConnectionOptions options) : AsyncSocketStrategy(options), IObservingStrategy
{
    private const string OwnDescriptors = "/proc/self/fd";

    private Payload? _payload;

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "send-file-async",
        StrategyFamily.Sockets,
        "Socket.SendFileAsync(path) with the header as preBuffer",
        options => new SendFileAsync(options)) with
    {
        SystemCalls = ["sendfile"],
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.Overruns,
        SendsHeaderAlone = true,
        Holds = FileHolding.LeftToTheCollector,
    };

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        _payload = payload;
        if (OperatingSystem.IsWindows() && payload.Length > Interop.TransmitFile.Most - FrameHeader.Size)
        {
            throw new TransferException(
                TransferErrorKind.Unsupported,
                $"one call carries at most {Interop.TransmitFile.Most} bytes on Windows, and Socket.SendFileAsync takes whole files only; "
                + "choose send-file, which makes several calls");
        }

        connection.BeginGuard(payload);
        try
        {
            await connection.Socket.SendFileAsync(
                payload.Path,
                preBuffer: connection.Header(payload.Length),
                postBuffer: ReadOnlyMemory<byte>.Empty,
                TransmitFileOptions.UseDefaultWorkerThread,
                cancellationToken).ConfigureAwait(false);
            return await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw connection.Failed("sending", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw PayloadFile.Unreadable(payload, exception.Message, exception);
        }
        finally
        {
            connection.EndGuard();
        }
    }

    /// <inheritdoc/>
    /// <remarks>proc(5): each link in /proc/self/fd is an open descriptor and names its file.</remarks>
    public IReadOnlyList<Observation> Observe() => OperatingSystem.IsLinux() && _payload is { } payload
        ? [new Observation(Observation.OpenDescriptors, CountOpen(payload), "")]
        : [];

    private static int CountOpen(Payload payload)
    {
        // The links contain the file's real path. Opening the file once more reveals it; that descriptor is not counted.
        using SafeFileHandle own = PayloadFile.OpenHandle(payload);
        string? target = Target($"{OwnDescriptors}/{own.DangerousGetHandle()}");
        return Directory.EnumerateFiles(OwnDescriptors).Count(link => Target(link) == target) - 1;
    }

    private static string? Target(string link)
    {
        try
        {
            return File.ResolveLinkTarget(link, returnFinalTarget: false)?.FullName;
        }
        catch (IOException)
        {
            // The descriptor of the listing itself, which was closed after it was listed.
            return null;
        }
    }
}
