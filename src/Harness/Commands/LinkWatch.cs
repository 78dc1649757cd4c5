using FileTransfer.Links;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Keeps the link of this process alive, and ends the program when the link's process dies.</summary>
/// <param name="link">The link.</param>
/// <param name="client">Its user: the link lives as long as this connection.</param>
internal sealed class LinkWatch(LinkReady link, LinkClient client)
{
    /// <summary>Time to save what was measured, once the link is gone.</summary>
    private static readonly TimeSpan s_grace = TimeSpan.FromSeconds(5);

    private bool _isDead;

    /// <summary>Begins to watch; null for a process at no end of a link.</summary>
    /// <param name="stop">Cancelled when the link dies.</param>
    /// <exception cref="IOException">It is dead already.</exception>
    public static LinkWatch? Begin(CancellationTokenSource stop)
    {
        if (LinkReady.Current is not { } link)
        {
            return null;
        }

        var watch = new LinkWatch(link, LinkClient.Connect(link));
        _ = watch.WaitAsync(stop);
        return watch;
    }

    /// <summary>The exit code of the program: 1 with the reason when the link died meanwhile.</summary>
    public int ExitCodeOf(int exitCode, TextWriter errors)
    {
        if (!Volatile.Read(ref _isDead))
        {
            return exitCode;
        }

        errors.WriteLine($"error: {LinkClient.Died(link)}");
        return ExitCode.Failed;
    }

    private async Task WaitAsync(CancellationTokenSource stop)
    {
        await client.WaitUntilDeadAsync();
        Volatile.Write(ref _isDead, true);
        await stop.CancelAsync();
        // A transfer that is under way would wait for its own time limit.
        await Task.Delay(s_grace);
        Environment.Exit(ExitCodeOf(ExitCode.Failed, Console.Error));
    }
}
