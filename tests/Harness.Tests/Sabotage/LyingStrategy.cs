using System.Diagnostics;
using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>A strategy that does not do what it says from a given transfer on.</summary>
internal sealed class LyingStrategy(ConnectionOptions options, Lie lie, int honestTransfers) : ISyncTransferStrategy, ITunedStrategy
{
    private readonly Random _random = new(1);
    private FramedConnection _connection = null!;
    private Task<Delivery>? _ahead;
    private bool _isOneAhead;
    private int _transfers;

    /// <summary>One that tells the truth a few times on each of its connections.</summary>
    public static StrategyDescriptor Describe(Lie lie, int honestTransfers = 0, StrategyFamily family = StrategyFamily.Sockets) =>
        StrategyDescriptor.For(
            "lying",
            family,
            "lies",
            options => new LyingStrategy(options, lie, honestTransfers));

    /// <summary>One that tells the truth where its content is verified, which is on the first of its connections.</summary>
    public static StrategyDescriptor HonestWhenVerified(Lie lie)
    {
        ConnectionOptions? verifying = null;
        return StrategyDescriptor.For("lying", StrategyFamily.Sockets, "lies", options =>
        {
            bool isFirst = verifying is null;
            verifying ??= options;
            return new LyingStrategy(lie == Lie.AnotherReceiver ? verifying : options, isFirst ? Lie.None : lie, honestTransfers: 0);
        });
    }

    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = FramedConnection.Connect(options);
        if (lie == Lie.UndoesNoDelay)
        {
            _connection.Socket.NoDelay = false;
        }
        else if (lie == Lie.UndoesCongestionControl)
        {
            SocketTuning.SetCongestionControl(_connection.Socket, "reno");
        }

        return ValueTask.CompletedTask;
    }

    public Delivery Transfer(Payload payload)
    {
        byte[] content = File.ReadAllBytes(payload.Path);
        Lie now = _transfers++ < honestTransfers ? Lie.None : lie;
        switch (now)
        {
            case Lie.OneByteTooFew:
                return Send(payload, content.Length, content.AsSpan(1));
            case Lie.OneByteTooFewFramed:
                return Send(payload, content.Length - 1, content.AsSpan(1));
            case Lie.ClaimsMoreThanCounted:
                // Without the checksum, if one came: only the count is left to tell it.
                return Send(payload, content.Length - 1, content.AsSpan(1)) with { Bytes = payload.Length, Crc32C = 0 };
            case Lie.SendsNothing:
                return new Delivery(payload.Length, Crc32C: 0, Stopwatch.GetTimestamp());
            case Lie.Zeros:
                return Send(payload, content.Length, new byte[content.Length]);
            case Lie.OtherContent:
                return Send(payload, content.Length, Other(content));
            case Lie.HidesChecksums:
                return Send(payload, content.Length, Other(content)) with { Crc32C = 0 };
            case Lie.ForgesChecksums:
                uint right = _random.NextDouble() < SpotCheck.ShareOf(content.Length) ? ChecksumOf(content) : 0;
                return Send(payload, content.Length, Other(content)) with { Crc32C = right };
            case Lie.OneFrameAhead:
                return SendOneAhead(payload, content);
            case Lie.SendsBetweenTheCalls:
                Delivery delivery = _ahead is null ? Send(payload, content.Length, content) : _ahead.GetAwaiter().GetResult();
                _ahead = Task.Run(() => Send(payload, content.Length, content));
                return delivery with { SendReturnedTimestamp = Stopwatch.GetTimestamp() };
            case Lie.SendsTwice:
                Send(payload, content.Length, content);
                return Send(payload, content.Length, content);
            case Lie.SendReturnedBeforeTheStart:
                return Send(payload, content.Length, content) with { SendReturnedTimestamp = 1 };
            case Lie.SendReturnedAfterTheEnd:
                return Send(payload, content.Length, content) with { SendReturnedTimestamp = long.MaxValue };
            default:
                return Send(payload, content.Length, content);
        }
    }

    /// <summary>Waits until what it sends between its calls has arrived.</summary>
    public async Task SettleAsync()
    {
        if (_ahead is not null)
        {
            await _ahead;
        }
    }

    public void ThrowUnlessInForce() => SocketTuning.ThrowUnlessInForce(_connection.Socket, options);

    public async ValueTask DisposeAsync()
    {
        if (_ahead is not null)
        {
            await _ahead;
        }

        _connection.Dispose();
    }

    private static byte[] Other(byte[] content)
    {
        content[0] ^= 1;
        return content;
    }

    private static uint ChecksumOf(byte[] content)
    {
        var crc = new Crc32C();
        crc.Append(content);
        return crc.Value;
    }

    private Delivery Send(Payload payload, long announced, ReadOnlySpan<byte> bytes)
    {
        _connection.Send(_connection.Header(announced));
        _connection.Send(bytes);
        return _connection.ReadAcknowledgement(payload);
    }

    /// <summary>On the bare socket: a connection of the library's own does not begin a frame before the last is acknowledged.</summary>
    private Delivery SendOneAhead(Payload payload, byte[] content)
    {
        byte[] frame = new byte[FrameHeader.Size + content.Length];
        FrameHeader.Write(frame, content.Length);
        content.CopyTo(frame.AsSpan(FrameHeader.Size));
        _connection.Socket.Send(frame);
        long sendReturned = Stopwatch.GetTimestamp();
        if (!_isOneAhead)
        {
            _isOneAhead = true;
            return new Delivery(payload.Length, Crc32C: 0, sendReturned);
        }

        byte[] bytes = new byte[Acknowledgement.Size];
        for (int read = 0; read < bytes.Length;)
        {
            read += _connection.Socket.Receive(bytes.AsSpan(read)) is > 0 and int count
                ? count
                : throw new SocketException((int)SocketError.ConnectionReset);
        }

        var acknowledgement = Acknowledgement.Read(bytes);
        return new Delivery(acknowledgement.Status, acknowledgement.Crc32C, sendReturned);
    }
}
