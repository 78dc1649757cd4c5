using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Serves files to one client over a blocking socket, one request after another; owns the socket.</summary>
/// <remarks>
/// A client that asks for nothing for a while has no thread, and no buffer. How long one can make the server wait is limited:
/// <see cref="ServerOptions.IdleTimeout"/> for the next request and for room to send, and less for the rest of a request that has begun.
/// An answer has to be read at <see cref="ServerOptions.MinimumRate"/>, and within <see cref="ServerOptions.FrameTimeout"/>.
/// </remarks>
internal abstract class FileConnection : IConnection, IDisposable
{
    /// <summary>Most bytes that are discarded after a refusal, so that the client can read it.</summary>
    private const long MostDiscarded = 1 << 20;

    private static readonly TimeSpan s_lingerTime = TimeSpan.FromSeconds(1);

    private readonly ConnectionEvents _events;
    private readonly SocketWays _ways;
    private readonly SharedSocket _shared;
    private readonly AnswerLimits _limits;
    private bool _hasBegun;
    private volatile bool _stopping;

    /// <param name="socket">A connected socket.</param>
    /// <param name="sender">Sends the files of one way; stays the caller's.</param>
    /// <param name="folder">The served files; null when the server was told none.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="events">What happens on the connection.</param>
    protected FileConnection(Socket socket, FileSender sender, ServedFolder? folder, ServerOptions options, ConnectionEvents events)
    {
        Socket = socket;
        _shared = new SharedSocket(socket);
        _limits = new AnswerLimits(socket, options);
        Options = options;
        _events = events;
        _ways = new SocketWays(sender);
        Finder = new FileFinder(folder, _ways);
        Delivery = new FileDelivery(socket, FailConnection, events);
    }

    /// <inheritdoc/>
    public bool CanWaitAlone
    {
        set => Reader.CanWaitAlone = value;
    }

    /// <inheritdoc/>
    public bool IsWithinMessage => Reader.HasBegun;

    /// <inheritdoc/>
    public long Due => Reader.Due;

    /// <summary>The connected socket.</summary>
    protected Socket Socket { get; }

    /// <summary>The server's options.</summary>
    protected ServerOptions Options { get; }

    /// <summary>Finds the files that the client asks for.</summary>
    protected FileFinder Finder { get; }

    /// <summary>Sends the files.</summary>
    protected FileDelivery Delivery { get; }

    /// <summary>Reads its requests.</summary>
    protected abstract RequestReader Reader { get; }

    /// <inheritdoc/>
    public bool TryWatch(Func<SafeHandle, bool> watch) => _shared.TryWatch(watch);

    /// <inheritdoc/>
    public bool Run(Memory<byte> buffer, Func<bool>? isScarce)
    {
        bool isWaiting = false;
        Reader.Resume(buffer);
        try
        {
            Begin();
            isWaiting = Serve(isScarce) && Suspend();
        }
        catch (RefusedException refused)
        {
            (string kindOfError, string words) = refused.Refusal.Told(Reader.IsGreeting);
            _events.Failed(kindOfError, words);
            Finish(refused.Refusal);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            FailConnection(exception);
        }
        catch (Exception exception)
        {
            // A fault of this server ends this connection, and no other.
            _events.Faulted(exception);
        }
        finally
        {
            if (!isWaiting)
            {
                Close();
            }
        }

        return isWaiting;
    }

    /// <inheritdoc/>
    public void EndIdle()
    {
        FailIdle();
        Close();
    }

    /// <inheritdoc/>
    public void Close() => Dispose();

    /// <summary>Closes the connection. Only while no thread runs it.</summary>
    public void Dispose()
    {
        Abort();
        _ways.Dispose();
    }

    /// <inheritdoc/>
    public void Abandon(Exception exception)
    {
        _events.Faulted(exception);
        Close();
    }

    /// <inheritdoc/>
    /// <remarks>A response that is being sent is sent to its end.</remarks>
    public void Finish()
    {
        _stopping = true;
        _shared.StopReceiving();
    }

    /// <inheritdoc/>
    /// <remarks>A response that is being sent is broken off: it has no place for words.</remarks>
    public void Stop()
    {
        _stopping = true;
        Abort();
    }

    /// <inheritdoc/>
    public void Abort() => _shared.Dispose();

    /// <inheritdoc/>
    public void Look()
    {
        if (_limits.GivesUp())
        {
            Abort();
        }
    }

    /// <summary>Answers a request.</summary>
    /// <returns>False when the connection is to be closed.</returns>
    /// <exception cref="RefusedException">It is no request.</exception>
    /// <exception cref="SocketException">The connection was lost, or the client does not read.</exception>
    protected abstract bool Answer(ReadOnlySpan<byte> request);

    /// <summary>Sends a refusal, after which the connection is closed.</summary>
    protected abstract void Refuse(Refusal refusal);

    /// <summary>Gives the memory of the last request back: many clients may be silent.</summary>
    protected abstract void Forget();

    /// <summary>Answers requests until the client has no more (false), or has none for now (true).</summary>
    private bool Serve(Func<bool>? isScarce)
    {
        bool hasServed = false;
        while (!_stopping)
        {
            // After a request only: whoever was woken without bytes, by the end of the stream, has to receive it.
            if (hasServed && Reader.CanWaitAlone && isScarce?.Invoke() == true && !Reader.MayHaveBytes)
            {
                return true;
            }

            switch (Reader.Read(out ReadOnlySpan<byte> request))
            {
                case RequestReader.Reading.Ended:
                    return false;
                case RequestReader.Reading.NothingYet when Reader.CanWaitAlone && (Reader.HasBegun || Environment.TickCount64 < Due):
                    return true;
                case RequestReader.Reading.NothingYet:
                    FailIdle();
                    return false;
                default:
                    _limits.Begin();
                    bool goesOn = Answer(request);
                    _limits.End();
                    if (!goesOn)
                    {
                        return false;
                    }

                    Reader.Answered();
                    hasServed = true;
                    break;
            }
        }

        if (Reader.HasBegun)
        {
            _events.Failed("stopped", "was stopped");
        }

        return false;
    }

    /// <summary>Gives everything away that a silent client does not need: buffer, descriptors, memory.</summary>
    private bool Suspend()
    {
        Forget();
        Finder.Forget();
        _ways.Dispose();
        Reader.Suspend();
        return true;
    }

    private void FailConnection(Exception exception)
    {
        if (_limits.WhyGivenUp is { } words)
        {
            _events.Failed(FrameChannel.TooSlow, words);
        }
        else if (_stopping)
        {
            _events.Failed("stopped", "was stopped");
        }
        else if (exception is not SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock })
        {
            _events.Failed(FrameChannel.ConnectionLost, "was lost");
        }
        else
        {
            FailIdle();
        }
    }

    private void FailIdle() => _events.Overdue(Reader.IsGreeting);

    private void Begin()
    {
        if (_hasBegun)
        {
            return;
        }

        _hasBegun = true;
        Socket.NoDelay = true;
        Socket.SendTimeout = (int)Options.IdleTimeout.TotalMilliseconds;
        // A receive that is shorter than the limits lets the connection give its thread away.
        TimeSpan longest = new[] { Options.ParkAfter, Options.IdleTimeout, Options.HandshakeTimeout }.Min();
        Socket.ReceiveTimeout = (int)longest.TotalMilliseconds;
    }

    private void Finish(Refusal refusal)
    {
        try
        {
            Refuse(refusal);
            Socket.Shutdown(SocketShutdown.Send);
            Reader.Discard(s_lingerTime, MostDiscarded);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The client does not wait for an answer.
        }
    }
}
