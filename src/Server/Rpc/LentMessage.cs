namespace FileTransfer.Server.Rpc;

/// <summary>A message of a <see cref="MessageStore"/> in use: it counts against the store's budget until this is disposed of.</summary>
/// <param name="message">The message.</param>
/// <param name="pack">Compresses it within the budget, once.</param>
/// <param name="giveBack">Tells the store that it is no longer used.</param>
internal sealed class LentMessage(PreparedMessage message, Func<byte[]> pack, Action giveBack) : IDisposable
{
    private Action? _giveBack = giveBack;

    /// <summary>The message.</summary>
    public PreparedMessage Message => message;

    /// <summary>The whole message, compressed by gzip.</summary>
    /// <exception cref="Strategies.Rpc.RpcException">There is no room to compress it.</exception>
    public byte[] Packed => pack();

    /// <inheritdoc/>
    public void Dispose() => Interlocked.Exchange(ref _giveBack, null)?.Invoke();
}
