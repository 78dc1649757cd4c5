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

    private static readonly TimeSpan s_lingerTime = TimeSpan.FromSeconds(1);

    private readonly ReceiverCounters _counters;
    private readonly SocketWays _ways;
    private readonly Lock _closing = new();
    private readonly string _peer;
    private volatile bool _stopping;

    /// <param name="socket">A connected socket.</param>
    /// <param name="sender">Sends the files of one way; stays the caller's.</param>
    /// <param name="folder">The served files; null when the server was told none.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="counters">Counts of the receiver.</param>
    protected FileConnection(Socket socket, FileSender sender, ServedFolder? folder, ServerOptions options, ReceiverCounters counters)
    {
        Socket = socket;
        Options = options;
        _counters = counters;
        _ways = new SocketWays(sender);
        Finder = new FileFinder(folder, _ways);
        _peer = PeerOf(socket);
    }

    /// <summary>The connected socket.</summary>
    protected Socket Socket { get; }

    /// <summary>The server's options.</summary>
    protected ServerOptions Options { get; }

    /// <summary>Finds the files that the client asks for.</summary>
    protected FileFinder Finder { get; }

    /// <summary>Reads its requests.</summary>
    protected abstract RequestReader Reader { get; }

    /// <summary>True when no further request is to be read.</summary>
    protected bool IsStopping => _stopping;

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
            _counters.Failed("bad-request");
            Finish(refused.Refusal);
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.TimedOut or SocketError.WouldBlock)
        {
            _counters.Failed("idle");
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            _counters.Failed("connection-lost");
        }
        catch (Exception exception)
        {
            // A fault of this server ends this connection, and no other.
            _counters.Failed("server-fault");
            FailureLog.Write(Options.Errors, kind, _peer, exception);
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

    private static string PeerOf(Socket socket)
    {
        try
        {
            return socket.RemoteEndPoint?.ToString() ?? "a client";
        }
        catch (SocketException)
        {
            return "a client that is gone";
        }
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
