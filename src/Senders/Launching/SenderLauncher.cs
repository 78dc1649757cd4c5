using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Launching;

/// <summary>Launches our own senders: this program again, which runs one strategy under BenchmarkDotNet's engine.</summary>
/// <param name="variables">Environment variables of the senders beside ours; null removes one.</param>
internal sealed class SenderLauncher(IReadOnlyDictionary<string, string?>? variables = null) : ILauncher, IDisposable
{
    // Not in the folder of the results: whoever removes that in the middle of a run breaks no launch.
    private readonly string _folder = Directory.CreateTempSubdirectory("filetransfer-launches-").FullName;
    private int _started;

    /// <inheritdoc/>
    public bool Launches(StrategyDescriptor strategy) => !strategy.IsNative;

    /// <inheritdoc/>
    public async Task<ISender> StartAsync(Uri server, CancellationToken cancellationToken)
    {
        string own = Path.Combine(_folder, $"{Interlocked.Increment(ref _started)}");
        return await SenderProcess.StartAsync(own, server, cancellationToken, variables);
    }

    /// <summary>Removes what was written. Whatever breaks a run down, such as too few descriptors, can be in the way of this too.</summary>
    public void Dispose()
    {
        try
        {
            Directory.Delete(_folder, recursive: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is among the temporary files.
        }
    }
}
