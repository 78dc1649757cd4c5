using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>The plain drain: reads a frame, counts it and acknowledges it, and then the next one, on the thread that calls it.</summary>
/// <remarks>
/// <para>
/// A thread that waits in recv(2) answers sooner than an asynchronous receive, which goes through the poller and the thread pool: the
/// receiver must not be what is measured.
/// </para>
/// <para>
/// Everything else is around it: <see cref="DrainGuard"/> says after each receive whether it goes on, <see cref="IncomingFrame"/> which
/// lengths are accepted and who takes the payload, and <see cref="FrameConnection"/> tells the sender of a frame that was not drained.
/// </para>
/// </remarks>
/// <param name="channel">The sender's connection.</param>
/// <param name="buffer">Memory to receive into, with what was received and is not taken yet.</param>
/// <param name="frame">The frame under way, which passes the payload on.</param>
/// <param name="guard">Says whether to go on.</param>
/// <param name="events">Counts the frames.</param>
internal sealed class FrameDrain(
    FrameChannel channel,
    ReceiveBuffer buffer,
    IncomingFrame frame,
    DrainGuard guard,
    ConnectionEvents events)
{
    private readonly byte[] _acknowledgement = new byte[Acknowledgement.Size];

    /// <summary>Drains frames until the guard says no; the next call goes on with the frame under way.</summary>
    /// <exception cref="Sinks.RefusedFrameException">The frame is to be answered by an error.</exception>
    public void Run()
    {
        bool goesOn = true;
        while (goesOn)
        {
            goesOn = (frame.HasBegun || ReadHeader()) && DrainPayload() && Acknowledge();
        }
    }

    private bool ReadHeader()
    {
        // The length of the frame to come is not known yet, and usually is that of the one before.
        channel.Waiter.Begin(frame.Length);
        while (buffer.Count < FrameHeader.Size)
        {
            if (!guard.MayReceiveHeader())
            {
                return false;
            }

            // As much as there is: header and payload of a small frame usually arrive together. Who receives the payload by himself gets
            // all of it.
            Span<byte> room = buffer.Room;
            int count = channel.Receive(frame.IsReceivedAlone ? room[..(FrameHeader.Size - buffer.Count)] : room);
            if (!guard.HeaderReceived(count))
            {
                return false;
            }

            buffer.Add(Math.Max(count, 0));
        }

        long length = FrameHeader.Read(buffer.Bytes);
        buffer.Take(FrameHeader.Size);
        frame.Begin(length, buffer);
        return true;
    }

    private bool DrainPayload()
    {
        while (frame.Left > 0)
        {
            guard.StartClock();
            int count = frame.Receive(buffer.Memory);
            if (!guard.PayloadReceived(count))
            {
                return false;
            }
        }

        return true;
    }

    private bool Acknowledge()
    {
        if (frame.Complete(out uint? checksum))
        {
            // Counted before the acknowledgement leaves, so that a sender that has read it finds itself in the statistics.
            events.Delivered(frame.Length, checksum);
        }

        new Acknowledgement(frame.Length, checksum ?? 0).Write(_acknowledgement);
        channel.Send(_acknowledgement);
        channel.Waiter.End();
        frame.Forget();
        // What is left in the buffer is the beginning of the next frame.
        return guard.Acknowledged(hasNext: buffer.Count > 0);
    }
}
