using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace FileTransfer.Server.Receivers;

/// <summary>A connected socket that other threads may watch, stop and close while one uses it; owns it.</summary>
/// <remarks>.NET resets a connection that is closed while another thread is inside a call on it, Shutdown included.</remarks>
internal sealed class SharedSocket(Socket socket) : IDisposable
{
    private readonly Lock _closing = new();

    /// <inheritdoc cref="IConnection.TryWatch"/>
    public bool TryWatch(Func<SafeHandle, bool> watch)
    {
        // Otherwise the thread that is woken could close the socket while this one is still inside the call.
        lock (_closing)
        {
            return !socket.SafeHandle.IsClosed && watch(socket.SafeHandle);
        }
    }

    /// <summary>Lets whoever receives see the end of the stream; what is being sent goes on.</summary>
    public void StopReceiving()
    {
        try
        {
            lock (_closing)
            {
                socket.Shutdown(SocketShutdown.Receive);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The connection has already ended.
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_closing)
        {
            socket.Dispose();
        }
    }
}
