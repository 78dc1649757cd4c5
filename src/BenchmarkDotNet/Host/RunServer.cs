using FileTransfer.Benchmarking.Cases;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking.Host;

/// <summary>The draining server of a run, in a process of its own; or the reason why there is none.</summary>
/// <remarks>It ends by itself when this process dies: its standard input closes then.</remarks>
internal sealed class RunServer : IDisposable
{
    private readonly ServerProcess? _process;
    private readonly StoredFolder? _kept;

    private RunServer(ServerProcess? process, StoredFolder? kept, string? congestionControl, string? failure)
    {
        _process = process;
        _kept = kept;
        CongestionControl = congestionControl;
        Failure = failure;
    }

    /// <summary>False once it has died, and when it did not start.</summary>
    public bool IsAlive => _process?.IsAlive == true;

    /// <summary>TCP congestion control of the run by name, or null for the system's default.</summary>
    public string? CongestionControl { get; }

    /// <summary>Its control address; empty when it did not start.</summary>
    public string Control => _process?.Ready.Control ?? "";

    /// <summary>Its process id; 0 when it did not start.</summary>
    public int ProcessId => _process?.Id ?? 0;

    /// <summary>Why it did not start, or null.</summary>
    public string? Failure { get; }

    /// <summary>Starts a server with the receivers that strategies need. Never throws: the cases tell the user what went wrong.</summary>
    public static RunServer Start(IReadOnlyCollection<StrategyDescriptor> strategies)
    {
        StoredFolder? kept = null;
        string? congestionControl = RunOptions.CongestionControl();
        try
        {
            SenderOptions sender = RunOptions.SenderOf(strategies.First(), congestionControl) with
            {
                CongestionControl = congestionControl,
            };
            kept = StoredFolder.For(strategies, sender);
            string? files = strategies.Any(strategy => strategy.FetchesFiles) ? PayloadStore.Folder : null;
            if (files is not null)
            {
                Directory.CreateDirectory(files);
            }

            IEnumerable<string> arguments = ServerProcess.ArgumentsFor(
                sender, files, kept?.Path, [.. strategies.Select(strategy => strategy.Transports[0]).Distinct()]);
            ServerProcess process = ServerProcess.StartAsync(arguments, CancellationToken.None).GetAwaiter().GetResult();
            return new RunServer(process, kept, congestionControl, failure: null);
        }
        catch (Exception exception)
        {
            // Any exception: BenchmarkDotNet would end the run with a stack trace.
            kept?.Dispose();
            return new RunServer(process: null, kept: null, congestionControl, $"the server did not start: {exception.Message}");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _process?.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _kept?.Dispose();
    }
}
