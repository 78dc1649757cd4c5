using System.Net.Sockets;
using System.Threading.Tasks.Sources;

namespace FileTransfer.Strategies.Sockets;

/// <summary>SocketAsyncEventArgs that can be awaited, one operation after another, without allocating.</summary>
/// <remarks>
/// The ValueTask of an operation must be awaited once, before the next operation begins. The execution context does not
/// flow, as in the runtime's own awaitable socket operations.
/// </remarks>
internal sealed class SocketOperation() : SocketAsyncEventArgs(unsafeSuppressExecutionContextFlow: true), IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _completion;

    /// <summary>Sends from the buffer that was set before; returns the number of bytes sent.</summary>
    /// <remarks>Throws SocketException, or ObjectDisposedException when the socket was closed during the operation.</remarks>
    public ValueTask<int> SendAsync(Socket socket)
    {
        _completion.Reset();
        return socket.SendAsync(this) ? new ValueTask<int>(this, _completion.Version) : Finished();
    }

    /// <summary>Sends the packets elements that were set before; returns the lower 32 bits of the number of bytes sent.</summary>
    /// <remarks>Throws SocketException, or ObjectDisposedException when the socket was closed during the operation.</remarks>
    public ValueTask<int> SendPacketsAsync(Socket socket)
    {
        _completion.Reset();
        return socket.SendPacketsAsync(this) ? new ValueTask<int>(this, _completion.Version) : Finished();
    }

    /// <inheritdoc/>
    public int GetResult(short token) => _completion.GetResult(token);

    /// <inheritdoc/>
    public ValueTaskSourceStatus GetStatus(short token) => _completion.GetStatus(token);

    /// <inheritdoc/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags);

    /// <inheritdoc/>
    protected override void OnCompleted(SocketAsyncEventArgs e)
    {
        if (SocketError == SocketError.Success)
        {
            _completion.SetResult(BytesTransferred);
        }
        else
        {
            _completion.SetException(new SocketException((int)SocketError));
        }
    }

    private ValueTask<int> Finished() => SocketError == SocketError.Success
        ? new ValueTask<int>(BytesTransferred)
        : ValueTask.FromException<int>(new SocketException((int)SocketError));
}
