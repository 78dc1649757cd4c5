using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Wire;

/// <summary>A sender's side of one frame after another, whatever carries them: header, acknowledgement, and whether both are in step.</summary>
/// <remarks>Its buffers are made once, so that a transfer allocates nothing but what the API under test allocates.</remarks>
internal sealed class FrameExchange(ConnectionOptions options)
{
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private bool _withinFrame;

    /// <summary>Longest wait for progress.</summary>
    public TimeSpan Timeout => options.Timeout;

    /// <summary>While waiting for an acknowledgement, the payload is looked at this often.</summary>
    public TimeSpan CheckInterval => options.CheckInterval;

    /// <summary>Where the bytes of an acknowledgement go.</summary>
    public byte[] Acknowledgement { get; } = new byte[Wire.Acknowledgement.Size];

    /// <summary>Begins a frame: its header for <paramref name="length"/> bytes, valid until the next call.</summary>
    /// <exception cref="TransferException">The frame before was never acknowledged.</exception>
    public byte[] Header(long length)
    {
        if (_withinFrame)
        {
            throw new TransferException(
                TransferErrorKind.OutOfStep,
                "an earlier transfer on this connection broke off within its frame, and the receiver would take these bytes for the rest of it; connect again");
        }

        _withinFrame = true;
        FrameHeader.Write(_header, length);
        return _header;
    }

    /// <summary>Reads the complete acknowledgement, which ends the frame.</summary>
    /// <exception cref="TransferException">The receiver refused, or speaks something else.</exception>
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

    /// <summary>The receiver answered the frame with a negative status.</summary>
    public TransferException Refused(long status)
    {
        string remedy = status == AcknowledgementStatus.TooLarge
            ? $": the frame announced {FrameHeader.Read(_header)} bytes; raise the limit (serve --max-length)"
            : "";
        return new TransferException(
            TransferErrorKind.Rejected,
            $"the receiver answered {status} ({AcknowledgementStatus.Describe(status)}){remedy}");
    }

    /// <summary>Decides whether to go on waiting for an acknowledgement.</summary>
    /// <exception cref="TransferException">The file changed, or the time is up.</exception>
    public void ThrowIfOverdue(Payload payload, long since)
    {
        PayloadChange.ThrowIfChanged(payload);
        TimeSpan waited = Stopwatch.GetElapsedTime(since);
        if (waited >= Timeout)
        {
            throw new TransferException(
                TransferErrorKind.TimedOut,
                $"no acknowledgement of {payload.Length} bytes within {waited.TotalSeconds:0} s: the receiver is stuck, or waits for bytes that were not sent");
        }
    }

    /// <summary>The receiver closed after so many bytes of an acknowledgement.</summary>
    public static TransferException Closed(int received) => new(
        TransferErrorKind.ConnectionLost,
        $"the receiver closed the connection after {received} of the {Wire.Acknowledgement.Size} bytes of an acknowledgement");
}
