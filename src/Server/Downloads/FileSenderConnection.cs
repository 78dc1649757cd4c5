using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Serves files to one client over a blocking socket, one request after another; owns the socket.</summary>
/// <remarks>
/// What a client can make it hold is one buffer of 8 KiB, and how long it can make it wait is limited:
/// <see cref="ServerOptions.IdleTimeout"/> for the next request and for room to send, and less for the rest of a head that has begun.
/// </remarks>
internal sealed class FileSenderConnection : IDisposable
{
    /// <summary>Most bytes that are discarded after a refusal, so that the client can read it.</summary>
    private const long MostDiscarded = 1 << 20;

    private static readonly TimeSpan s_lingerTime = TimeSpan.FromSeconds(1);

    private readonly Socket _socket;
    private readonly ServerOptions _options;
    private readonly ReceiverCounters _counters;
    private readonly RequestReader _reader;
    private readonly FileResponder _responder;
    private readonly RequestHead _request = new();
    private readonly Lock _closing = new();
    private readonly string _peer;
    private volatile bool _stopping;

    /// <param name="socket">A connected socket.</param>
    /// <param name="sender">Sends the files; stays the caller's.</param>
    /// <param name="folder">The served files; null when the server was told none.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="counters">Counts of the receiver.</param>
    public FileSenderConnection(Socket socket, FileSender sender, ServedFolder? folder, ServerOptions options, ReceiverCounters counters)
    {
        _socket = socket;
        _options = options;
        _counters = counters;
        _reader = new RequestReader(socket, new Waiter(options.Wait, socket), options.IdleTimeout);
        _responder = new FileResponder(socket, sender, folder, counters);
        _peer = PeerOf(socket);
    }

    /// <summary>Serves until the client closes, is refused, or keeps the server waiting for too long.</summary>
    /// <param name="kind">Kind of the receiver, for the log.</param>
    public void Run(string kind)
    {
        try
        {
            Begin();
            while (!_stopping && _reader.TryRead(out ReadOnlySpan<byte> head))
            {
                if (_request.Read(head) is { } malformed)
                {
                    throw new RefusedException(malformed);
                }

                if (_options.Token is { } token && !token.AcceptsHeader(_request.Authorization))
                {
                    throw new RefusedException(new Refusal(401, "this server asks for a token, as 'Authorization: Bearer TOKEN'"));
                }

                if (!_responder.Answer(_request))
                {
                    break;
                }
            }
        }
        catch (RefusedException refused)
        {
            _counters.Failed("bad-request");
            Refuse(refused.Refusal);
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
            FailureLog.Write(_options.Errors, kind, _peer, exception);
        }
        finally
        {
            Dispose();
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
                _socket.Shutdown(SocketShutdown.Receive);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has already ended.
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // .NET resets a connection that is closed while another thread is inside a call on it, Shutdown included.
        lock (_closing)
        {
            _socket.Dispose();
        }
    }

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
        int limit = (int)_options.IdleTimeout.TotalMilliseconds;
        _socket.NoDelay = true;
        _socket.ReceiveTimeout = limit;
        _socket.SendTimeout = limit;
    }

    private void Refuse(Refusal refusal)
    {
        try
        {
            _responder.Refuse(refusal);
            _socket.Shutdown(SocketShutdown.Send);
            _reader.Discard(s_lingerTime, MostDiscarded);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The client does not wait for an answer.
        }
    }
}
