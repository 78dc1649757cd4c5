using System.Diagnostics;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>How a strategy can lie.</summary>
internal enum Lie
{
    /// <summary>It does not.</summary>
    None,

    /// <summary>Announces the whole file and sends one byte too few.</summary>
    OneByteTooFew,

    /// <summary>Sends and announces one byte too few, and claims the whole.</summary>
    ClaimsMoreThanCounted,

    /// <summary>Sends the first frame, then nothing, and claims everything.</summary>
    SendsNothingAfterTheFirst,

    /// <summary>Sends other bytes of the right number.</summary>
    OtherContent,

    /// <summary>Says what the receiver said, of a frame that is one byte too short.</summary>
    OneByteTooFewFramed,
}

/// <summary>A strategy that does not do what it says from a given transfer on.</summary>
internal sealed class BrokenStrategy(ConnectionOptions options, Lie lie, int honestTransfers) : ISyncTransferStrategy
{
    private FramedConnection _connection = null!;
    private int _transfers;

    public static StrategyDescriptor Describe(Lie lie, int honestTransfers = 0, StrategyFamily family = StrategyFamily.Sockets) => StrategyDescriptor.For(
        "broken",
        family,
        "lies",
        options => new BrokenStrategy(options, lie, honestTransfers));

    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = FramedConnection.Connect(options);
        return ValueTask.CompletedTask;
    }

    public Delivery Transfer(Payload payload)
    {
        byte[] content = File.ReadAllBytes(payload.Path);
        switch (_transfers++ < honestTransfers ? Lie.None : lie)
        {
            case Lie.OneByteTooFew:
                return Send(payload, content.Length, content.AsSpan(1));
            case Lie.OneByteTooFewFramed:
                return Send(payload, content.Length - 1, content.AsSpan(1));
            case Lie.ClaimsMoreThanCounted:
                return Send(payload, content.Length - 1, content.AsSpan(1)) with { Bytes = payload.Length };
            case Lie.SendsNothingAfterTheFirst:
                return new Delivery(payload.Length, Crc32C: 0, Stopwatch.GetTimestamp());
            case Lie.OtherContent:
                content[0] ^= 1;
                return Send(payload, content.Length, content);
            default:
                return Send(payload, content.Length, content);
        }
    }

    public ValueTask DisposeAsync()
    {
        _connection.Dispose();
        return ValueTask.CompletedTask;
    }

    private Delivery Send(Payload payload, long announced, ReadOnlySpan<byte> bytes)
    {
        _connection.Send(_connection.Header(announced));
        _connection.Send(bytes);
        return _connection.ReadAcknowledgement(payload);
    }
}
