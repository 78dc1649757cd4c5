using System.Diagnostics;
using System.Text;
using FileTransfer.Strategies.Access;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Wire;

/// <summary>
/// The sender's side of the wire format on any channel: makes headers, reads acknowledgements, and detects a connection out of
/// step.
/// </summary>
/// <remarks>Allocates its buffers once, so that only the API under test allocates during a transfer.</remarks>
internal sealed class FrameExchange(ConnectionOptions options)
{
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly string? _token = options.Token;
    private bool _withinFrame;

    /// <summary>Stands for the token where a payload is asked for: no file is behind it.</summary>
    public static Payload NoFile { get; } = new("", 0);

    /// <summary>Longest wait without progress.</summary>
    public TimeSpan Timeout => options.Timeout;

    /// <summary>Interval at which the payload's length is checked while waiting for an acknowledgement.</summary>
    public TimeSpan CheckInterval => options.CheckInterval;

    /// <summary>Buffer for the bytes of an acknowledgement.</summary>
    public byte[] Acknowledgement { get; } = new byte[Wire.Acknowledgement.Size];

    /// <summary>Begins the first frame of a connection: the token, whole with its header; null when the receiver asks for none.</summary>
    public byte[]? Greeting()
    {
        if (_token is null)
        {
            return null;
        }

        byte[] token = Encoding.UTF8.GetBytes(_token);
        return [.. Header(token.Length), .. token];
    }

    /// <summary>Says how the frames after it are to be stored, whole with its header; null where they are not.</summary>
    public byte[]? Introduction()
    {
        if (options.StoredBy is not { } way)
        {
            return null;
        }

        byte[] request = new StoringRequest(way.Name, options.Storing).ToBytes();
        return [.. Header(request.Length), .. request];
    }

    /// <summary>Begins a frame: its header for <paramref name="length"/> bytes, valid until the next call.</summary>
    /// <exception cref="TransferException">The previous frame was never acknowledged.</exception>
    public byte[] Header(long length)
    {
        if (_withinFrame)
        {
            throw new TransferException(
                TransferErrorKind.OutOfStep,
                "an earlier transfer on this connection ended within its frame, and the receiver would read new bytes as the rest of it; "
                + "connect again");
        }

        _withinFrame = true;
        FrameHeader.Write(_header, length);
        return _header;
    }

    /// <summary>Reads the complete acknowledgement, which ends the frame.</summary>
    /// <exception cref="TransferException">The receiver refused the frame, or uses another wire format.</exception>
    public Delivery Confirm(long sendReturned)
    {
        Acknowledgement acknowledgement;
        try
        {
            acknowledgement = Wire.Acknowledgement.Read(Acknowledgement);
        }
        catch (InvalidDataException exception)
        {
            throw new TransferException(TransferErrorKind.Rejected, exception.Message, exception);
        }

        if (acknowledgement.Status < 0)
        {
            throw Refused(acknowledgement.Status);
        }

        _withinFrame = false;
        return new Delivery(acknowledgement.Status, acknowledgement.Crc32C, sendReturned);
    }

    /// <summary>The exception for a frame that the receiver answered with a negative status.</summary>
    public TransferException Refused(long status)
    {
        string remedy = status switch
        {
            AcknowledgementStatus.TooLarge =>
                $": the frame announced {FrameHeader.Read(_header)} bytes; raise the limit (serve --max-length)",
            AcknowledgementStatus.Unauthorized => _token is null
                ? $": it asks for a token; set {TokenVariable.Name}"
                : $": its token is another one than that of {TokenVariable.Name}",
            AcknowledgementStatus.TooManyConnections => ": close others, or raise the limit (serve --max-connections)",
            AcknowledgementStatus.CannotStore =>
                ": it was started without a folder (serve --keep DIR), or has no such way of keeping files; see its log",
            AcknowledgementStatus.DiskFull =>
                $": there is no room for {FrameHeader.Read(_header)} bytes; free some, or name another folder (serve --keep DIR)",
            AcknowledgementStatus.TargetExists => ": something else writes to its folder; start it with an empty one (serve --keep DIR)",
            AcknowledgementStatus.TooSlow => ": see its log, and serve --min-rate and --frame-timeout",
            _ => "",
        };
        return new TransferException(
            TransferErrorKind.Rejected,
            $"the receiver answered {status} ({AcknowledgementStatus.Describe(status)}){remedy}");
    }

    /// <summary>Checks the file and the time limit while waiting for an acknowledgement.</summary>
    /// <exception cref="TransferException">
    /// The file changed, or the wait since <paramref name="since"/> has reached <see cref="Timeout"/>.
    /// </exception>
    public void ThrowIfOverdue(Payload payload, long since)
    {
        if (payload.Path.Length > 0)
        {
            PayloadChange.ThrowIfChanged(payload);
        }

        TimeSpan waited = Stopwatch.GetElapsedTime(since);
        if (waited >= Timeout)
        {
            throw new TransferException(
                TransferErrorKind.TimedOut,
                $"no acknowledgement of {payload.Length} bytes within {waited.TotalSeconds:0} s: "
                + "the receiver is stuck, or waits for bytes that were not sent");
        }
    }

    /// <summary>
    /// The exception for a connection that the receiver closed after <paramref name="received"/> bytes of an acknowledgement.
    /// </summary>
    public static TransferException Closed(int received) => new(
        TransferErrorKind.ConnectionLost,
        $"the receiver closed the connection after {received} of the {Wire.Acknowledgement.Size} bytes of an acknowledgement");
}
