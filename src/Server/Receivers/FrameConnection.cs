using System.Runtime.InteropServices;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>A sender's connection: drains its frames on the thread and with the buffer that it is given; owns the channel.</summary>
/// <remarks>
/// A connection that is silent for <see cref="ServerOptions.ParkAfter"/> needs no thread and no buffer: <see cref="Run"/> returns, and is
/// called again, by any thread and with any buffer, when bytes have come. Where threads are scarce, it returns after each frame.
/// </remarks>
internal sealed class FrameConnection : IConnection
{
    private readonly FrameChannel _channel;
    private readonly ReceiveBuffer _buffer = new();
    private readonly ConnectionEvents _events;
    private readonly IncomingFrame _frame;
    private readonly DrainGuard _guard;
    private readonly FrameDrain _drain;

    /// <summary>Prepares to drain a connection.</summary>
    /// <param name="channel">The connection; owned from now on.</param>
    /// <param name="sink">Takes the payload; an <see cref="IFileSink"/> is owned from now on.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="events">What happens on the connection.</param>
    public FrameConnection(FrameChannel channel, IPayloadSink sink, ServerOptions options, ConnectionEvents events)
    {
        _channel = channel;
        _events = events;
        _frame = new IncomingFrame(channel, sink, options);
        _guard = new DrainGuard(channel, _frame, options, events);
        _drain = new FrameDrain(channel, _buffer, _frame, _guard, events);
    }

    /// <inheritdoc/>
    public bool CanWaitAlone
    {
        set => _channel.CanWaitAlone = value;
    }

    /// <inheritdoc/>
    public bool IsWithinMessage => _guard.IsWithinFrame;

    /// <inheritdoc/>
    public long Due => _guard.Due;

    /// <inheritdoc/>
    public bool TryWatch(Func<SafeHandle, bool> watch) => _channel.TryWatch(watch);

    /// <inheritdoc/>
    public bool Run(Memory<byte> buffer, Func<bool>? isScarce = null)
    {
        bool isParked = false;
        try
        {
            _buffer.Borrow(buffer);
            isParked = Drain(isScarce);
        }
        catch (Exception exception) when (_channel.KindOf(exception) is { } kind)
        {
            Lost(kind);
        }
        catch (Exception exception)
        {
            // A fault of the server must end this connection only.
            _events.Faulted(exception);
            TryAnswer(AcknowledgementStatus.ReceiverFailure);
        }
        finally
        {
            _buffer.GiveBack();
            _guard.Suspend();
            if (!isParked)
            {
                Close();
            }
        }

        return isParked;
    }

    /// <inheritdoc/>
    public void EndIdle()
    {
        _events.Overdue(_guard.IsGreeting);
        Close();
    }

    /// <inheritdoc/>
    /// <remarks>Deletes what is there of an unfinished file.</remarks>
    public void Close()
    {
        _frame.Abandon();
        _channel.Dispose();
    }

    /// <inheritdoc/>
    public void Abandon(Exception exception)
    {
        _events.Faulted(exception);
        Close();
    }

    /// <inheritdoc/>
    public void Finish() => _guard.Finish();

    /// <inheritdoc/>
    public void Stop() => _guard.Stop();

    /// <inheritdoc/>
    public void Abort() => _channel.Dispose();

    /// <summary>Drains until the connection is parked (true) or ends (false).</summary>
    private bool Drain(Func<bool>? isScarce)
    {
        try
        {
            if (_guard.Resume(isScarce))
            {
                _drain.Run();
            }

            return _guard.IsParked;
        }
        catch (RefusedFrameException refusal)
        {
            // Whoever reads the answer finds no part of the file any more.
            _frame.Abandon();
            _events.Failed(refusal.Kind, refusal.Message);
            Answer(refusal.Status);
            return false;
        }
    }

    private void Lost(string kind)
    {
        if (kind == FrameChannel.Idle)
        {
            _events.Overdue(_guard.IsGreeting, _guard.Position);
        }
        else if (!_guard.IsEnding)
        {
            _events.Failed(kind, (kind == TlsChannel.Handshake ? "failed to shake hands over TLS" : "was lost") + _guard.Position);
        }
    }

    /// <summary>Sends the status of an error as the last answer of the connection.</summary>
    private void Answer(long status)
    {
        byte[] answer = new byte[Acknowledgement.Size];
        new Acknowledgement(status, Crc32C: 0).Write(answer);
        _channel.Send(answer);
        _channel.FinishRefusal(_buffer.Memory);
    }

    private void TryAnswer(long status)
    {
        try
        {
            Answer(status);
        }
        catch (Exception exception) when (_channel.KindOf(exception) is not null)
        {
            // The sender has gone; there is no one to answer.
        }
        catch (Exception exception)
        {
            _events.Faulted(exception);
        }
    }
}
