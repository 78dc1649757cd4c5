using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The method that the package <see cref="FileSender"/> chooses as the fastest for each size and platform.</summary>
public sealed class Adaptive(ConnectionOptions options, bool isKept) : SocketStrategy(options), IObservingStrategy
{
    private readonly HandleFile _file = new(isKept);
    private readonly FileSender _sender = new();
    private readonly SentMethods _methods = new();

    /// <summary>The file's path handed over, so that it is opened at every transfer.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe("adaptive", "", isKept: false) with
    {
        WhenFileGrew = GrownFile.FoundLate,
    };

    /// <summary>A handle of the file handed over, which is kept open.</summary>
    public static StrategyDescriptor DescriptorKept { get; } = Describe("adaptive-kept", ", file kept open", isKept: true) with
    {
        Holds = FileHolding.Kept,
    };

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => _methods.Observe();

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        SafeFileHandle? file = isKept ? _file.BeginTransfer(payload) : null;
        try
        {
            byte[] header = connection.Header(payload.Length);
            SendResult result = file is not null
                ? _sender.Send(connection.Socket, file, header, offset: 0, payload.Length)
                : _sender.Send(connection.Socket, payload.Path, header, offset: 0, payload.Length);
            _methods.Add(result, payload);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw SentMethods.Explain(exception, connection, payload);
        }

        return connection.ReadAcknowledgement(payload);
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _file.Dispose();
        _sender.Dispose();
        return base.DisposeAsync();
    }

    private static StrategyDescriptor Describe(string id, string addition, bool isKept) => StrategyDescriptor.For(
        id,
        StrategyFamily.Sockets,
        $"FileSender: by size read and one send(2), send(MSG_MORE) and sendfile(2), or splice(2){addition}; elsewhere Socket.SendFile",
        options => new Adaptive(options, isKept)) with
    {
        SystemCalls = ["pread64", "sendfile", "sendto", "splice"],
        Transports = Transport.AnyStream,
        ChangesAbove = [(int)FileSender.LargestCoalesced, LinuxSend.SmallestSpliced - 1],
    };
}
