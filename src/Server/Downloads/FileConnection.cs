using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Serves files to one client over a blocking socket, one request after another; owns the socket.</summary>
/// <remarks>
/// What a client can make it hold is one buffer of 8 KiB and a pipe, and how long it can make it wait is limited:
/// <see cref="ServerOptions.IdleTimeout"/> for the next request and for room to send, and less for the rest of a request that has begun.
/// </remarks>
internal abstract class FileConnection : IDisposable
{
    /// <summary>Most bytes that are discarded after a refusal, so that the client can read it.</summary>
    private const long MostDiscarded = 1 << 20;

    private const string Unauthorized = "unauthorized";

    private static readonly TimeSpan s_lingerTime = TimeSpan.FromSeconds(1);

    private readonly ConnectionEvents _events;
    private readonly SocketWays _ways;
    private readonly Lock _closing = new();
    private volatile bool _stopping;

    /// <param name="socket">A connected socket.</param>
    /// <param name="sender">Sends the files of one way; stays the caller's.</param>
    /// <param name="folder">The served files; null when the server was told none.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="events">What happens on the connection.</param>
    protected FileConnection(Socket socket, FileSender sender, ServedFolder? folder, ServerOptions options, ConnectionEvents events)
    {
        Socket = socket;
        Options = options;
        _events = events;
        _ways = new SocketWays(sender);
        Finder = new FileFinder(folder, _ways);
        Delivery = new FileDelivery(socket, FailConnection, events);
    }

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

    /// <summary>True when no further request is to be read.</summary>
    protected bool IsStopping => _stopping;

    /// <summary>True while the client has still to present the token before it may ask for anything.</summary>
    protected virtual bool IsGreeting => false;

    /// <summary>Serves until the client closes, is refused, or keeps the server waiting for too long.</summary>
    /// <param name="kind">Kind of the receiver, for the log.</param>
    public void Run(string kind)
    {
        try
        {
            Begin();
            Serve();
        }
        catch (RefusedException refused)
        {
            (string kindOfError, string words) = Described(refused.Refusal);
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
            _events.Faulted();
            FailureLog.Write(Options.Errors, kind, _events.Peer, exception);
        }
        finally
        {
            Dispose();
            _ways.Dispose();
        }
    }

    /// <summary>Ends the connection after the response that is being sent. Any thread may call it.</summary>
    public void Stop()
    {
        _stopping = true;
        try
        {
            lock (_closing)
            {
                Socket.Shutdown(SocketShutdown.Receive);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has already ended.
        }
    }

    /// <inheritdoc/>
    /// <remarks>What is being sent is broken off. The thread of <see cref="Run"/> gives the rest away.</remarks>
    public void Dispose()
    {
        // .NET resets a connection that is closed while another thread is inside a call on it, Shutdown included.
        lock (_closing)
        {
            Socket.Dispose();
        }
    }

    /// <summary>Answers requests until the client has no more.</summary>
    /// <exception cref="RefusedException">A request cannot be read to its end.</exception>
    /// <exception cref="SocketException">The connection was lost, or the client keeps the server waiting.</exception>
    protected abstract void Serve();

    /// <summary>Sends a refusal, after which the connection is closed.</summary>
    protected abstract void Refuse(Refusal refusal);

    private void FailConnection(Exception exception)
    {
        if (_stopping)
        {
            _events.Failed("stopped", "was stopped");
        }
        else if (exception is not SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock })
        {
            _events.Failed(FrameChannel.ConnectionLost, "was lost");
        }
        else if (IsGreeting)
        {
            _events.Failed(FrameChannel.NoGreeting, EventWords.NotInTime);
        }
        else
        {
            _events.Failed(FrameChannel.Idle, EventWords.MovedNothing(Options.IdleTimeout));
        }
    }

    private (string Kind, string Words) Described(Refusal refusal)
    {
        if (IsGreeting)
        {
            return refusal.Status switch
            {
                408 => (FrameChannel.NoGreeting, EventWords.NotInTime),
                401 => (Unauthorized, refusal.Reason),
                _ => (Unauthorized, "did not begin with the token"),
            };
        }

        string status = refusal.Status.ToString(CultureInfo.InvariantCulture);
        return (refusal.Status == 401 ? Unauthorized : "bad-request", $"was refused with {status}: {refusal.Reason}");
    }

    private void Begin()
    {
        int limit = (int)Options.IdleTimeout.TotalMilliseconds;
        Socket.NoDelay = true;
        Socket.ReceiveTimeout = limit;
        Socket.SendTimeout = limit;
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
