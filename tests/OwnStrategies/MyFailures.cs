using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.OwnStrategies;

/// <summary>Strategies that must fail, each in its way.</summary>
public static class MyFailures
{
    /// <summary>Sends nothing, and says that everything arrived.</summary>
    public static StrategyDescriptor Liar { get; } = Describe(
        "my-liar", (_, payload) => new Delivery(payload.Length, Crc32C: 0, Stopwatch.GetTimestamp()));

    /// <summary>The same with the right checksum.</summary>
    public static StrategyDescriptor Forger { get; } = Describe("my-forger", (_, payload) =>
    {
        var crc = new Crc32C();
        crc.Append(File.ReadAllBytes(payload.Path));
        return new Delivery(payload.Length, crc.Value, Stopwatch.GetTimestamp());
    });

    /// <summary>Throws.</summary>
    public static StrategyDescriptor Thrower { get; } = Describe(
        "my-thrower", (_, _) => throw new KeyNotFoundException("nothing is\nwhere it was"));

    /// <summary>Never returns.</summary>
    public static StrategyDescriptor Blocker { get; } = Describe("my-blocker", (_, _) =>
    {
        Thread.Sleep(Timeout.Infinite);
        return default;
    });

    /// <summary>Cannot be made.</summary>
    public static StrategyDescriptor Unmakable { get; } = StrategyDescriptor.For<Failing>(
        "my-unmakable", StrategyFamily.Sockets, "none", _ => throw new NotSupportedException("not today"));

    private static StrategyDescriptor Describe(string id, Func<FramedConnection, Payload, Delivery> transfer) => StrategyDescriptor.For(
        id, StrategyFamily.Sockets, "none", options => new Failing(options, transfer));

    private sealed class Failing(ConnectionOptions options, Func<FramedConnection, Payload, Delivery> transfer) : SocketStrategy(options)
    {
        protected override Delivery Transfer(FramedConnection connection, Payload payload) => transfer(connection, payload);
    }
}
