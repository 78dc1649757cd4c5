using System.Globalization;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>The frame that is under way on a connection: its length, what is left of it, and who takes its payload.</summary>
/// <remarks>
/// The first frame of a connection is the token, where the server asks for one; all others go to the connection's sink, which may
/// receive them by itself (<see cref="IFileSink"/>).
/// </remarks>
/// <param name="channel">The connection.</param>
/// <param name="sink">Takes the payload.</param>
/// <param name="options">The token, and the longest frame.</param>
internal sealed class IncomingFrame(FrameChannel channel, IPayloadSink sink, ServerOptions options)
{
    /// <summary>Value of <see cref="_left"/> between two frames.</summary>
    private const long Between = -1;

    private readonly IFileSink? _files = sink as IFileSink;
    private TokenSink? _token = options.Token is { } token ? new TokenSink(token) : null;
    private long _left = Between;

    /// <summary>True until the peer has presented the token, where that is asked for.</summary>
    public bool IsToken => _token is not null;

    /// <summary>True when no more than the header may be received before <see cref="Begin"/>: the sink receives the payload.</summary>
    public bool IsReceivedAlone => _files is not null;

    /// <summary>True once the length is known, until the frame is complete.</summary>
    public bool HasBegun => _left != Between;

    /// <summary>Bytes that have not come, while <see cref="HasBegun"/>.</summary>
    public long Left => _left;

    /// <summary>Length of the frame, or of the one before.</summary>
    public long Length { get; private set; }

    /// <summary>Where the frame is, as the end of a sentence.</summary>
    public string Position => HasBegun
        ? string.Create(CultureInfo.InvariantCulture, $" at {Length - _left} of {Length} bytes")
        : " within the length of a frame";

    private IPayloadSink Taker => _token is { } token ? token : sink;

    /// <summary>Begins the frame whose length the header announced, with what has come of its payload.</summary>
    /// <exception cref="RefusedFrameException">There is no such length, it is too long, or it is no token's.</exception>
    public void Begin(long length, ReceiveBuffer buffer)
    {
        if (length < 0)
        {
            throw new RefusedFrameException(AcknowledgementStatus.BadLength, "bad-length", Text($"announced {length} bytes"));
        }

        if (IsToken && length > Math.Min(AccessToken.Longest, options.MaximumLength))
        {
            throw Unauthorized("did not begin with the token");
        }

        if (length > options.MaximumLength)
        {
            throw new RefusedFrameException(
                AcknowledgementStatus.TooLarge,
                "too-large",
                Text($"announced {length} bytes, more than the {options.MaximumLength} of --max-length"));
        }

        Length = length;
        Taker.Begin(length);
        int buffered = (int)Math.Min(length, buffer.Count);
        Taker.Append(buffer.Bytes[..buffered]);
        buffer.Take(buffered);
        _left = length - buffered;
    }

    /// <summary>Receives some of the payload, as <see cref="FrameChannel.Receive"/> does.</summary>
    /// <param name="memory">Memory that may be used during the call.</param>
    /// <exception cref="RefusedFrameException">The sink cannot take it.</exception>
    public int Receive(Span<byte> memory)
    {
        int count;
        if (_files is not null && _token is null)
        {
            count = _files.Receive(channel, memory, _left);
        }
        else
        {
            count = channel.Receive(memory[..(int)Math.Min(_left, memory.Length)]);
            if (count > 0)
            {
                Taker.Append(memory[..count]);
            }
        }

        if (count > 0)
        {
            _left -= count;
        }

        return count;
    }

    /// <summary>The whole frame has come. Does all that has to be done before it is acknowledged.</summary>
    /// <param name="checksum">The CRC-32C of a delivery, where the sink computes it; otherwise null.</param>
    /// <returns>True for a delivery that counts: neither a token nor a request that concerns the files after it.</returns>
    /// <exception cref="RefusedFrameException">It is not the token, or the sink could not keep it.</exception>
    public bool Complete(out uint? checksum)
    {
        checksum = null;
        bool counts = false;
        if (_token is { } presented)
        {
            if (!presented.IsRight)
            {
                throw Unauthorized("presented another token");
            }

            _token = null;
            channel.Greeted();
        }
        else if (_files?.Complete() != false)
        {
            checksum = sink.Crc32C;
            counts = true;
        }

        _left = Between;
        return counts;
    }

    /// <summary>The frame was acknowledged.</summary>
    public void Forget() => _files?.Forget();

    /// <summary>Deletes what is there of a file that is not complete.</summary>
    public void Abandon() => _files?.Dispose();

    private static RefusedFrameException Unauthorized(string words) =>
        new(AcknowledgementStatus.Unauthorized, "unauthorized", words);

    private static string Text(FormattableString words) => words.ToString(CultureInfo.InvariantCulture);
}
