using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.OwnStrategies;

/// <summary>Prints what it does, as authors do while they look for a mistake.</summary>
public sealed class MyPrinter(ConnectionOptions options) : SocketStrategy(options)
{
    /// <summary>What the program looks for.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "my-printer", StrategyFamily.Sockets, "File.ReadAllBytes, Socket.Send", options => new MyPrinter(options));

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        Console.WriteLine($"failed? No: sending {payload.Length} bytes");
        connection.Send(connection.Header(payload.Length));
        connection.Send(File.ReadAllBytes(payload.Path));
        return connection.ReadAcknowledgement(payload);
    }
}
