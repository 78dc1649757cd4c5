using System.Net.Sockets;

namespace FileTransfer.Links;

/// <summary>Tells when the process of this process's link has ended: what is under way then can never be delivered.</summary>
internal sealed class LinkLife : IDisposable
{
    private readonly LinkReady _link;
    private readonly LinkClient _client;
    private readonly CancellationTokenSource _ended = new();
    private bool _isDisposed;

    private LinkLife(LinkReady link)
    {
        _link = link;
        _client = LinkClient.Connect(link);
        _ = WaitAsync();
    }

    /// <summary>Begins to watch; null for a process at no end of a link.</summary>
    /// <exception cref="IOException">It has ended already.</exception>
    public static LinkLife? Watch() => LinkReady.Current is { } link ? new LinkLife(link) : null;

    /// <summary>Cancelled when it has ended.</summary>
    public CancellationToken Ended => _ended.Token;

    /// <summary>What is said then.</summary>
    public string Words => LinkClient.Died(_link);

    /// <inheritdoc/>
    /// <remarks>The source of the token stays: whoever still waits for it may.</remarks>
    public void Dispose()
    {
        Volatile.Write(ref _isDisposed, true);
        _client.Dispose();
    }

    private async Task WaitAsync()
    {
        try
        {
            await _client.WaitUntilDeadAsync();
        }
        catch (Exception exception) when (exception is ObjectDisposedException or SocketException)
        {
            // Nobody waits any more, or it is dead.
        }

        if (!Volatile.Read(ref _isDisposed))
        {
            await _ended.CancelAsync();
        }
    }
}
