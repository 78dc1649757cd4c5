using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Rounds;

/// <summary>Provides a server: the one given by the user, or one that it starts and replaces when it dies.</summary>
internal sealed class ServerSupervisor : IAsyncDisposable
{
    private readonly RunPlan _plan;
    private readonly IReadOnlyCollection<string> _transports;
    private readonly StoredFolder? _kept;
    private ServerProcess? _own;

    private ServerSupervisor(RunPlan plan, IReadOnlyCollection<StrategyDescriptor> strategies, IReadOnlyCollection<string> transports)
    {
        _plan = plan;
        _transports = transports;
        _kept = plan.Server is null ? StoredFolder.For(strategies, plan.Sender) : null;
    }

    /// <summary>True for the server of the run until a sender uses it: it need not start another then.</summary>
    public bool IsUnused { get; set; } = true;

    /// <summary>Control address of the server in use.</summary>
    /// <exception cref="ServerException">The started server has died, and no other could be started.</exception>
    public Uri Control => _plan.Server ?? _own?.Control ?? throw new ServerException("the server died, and no other could be started");

    /// <summary>Process id of the started server; null for a server given by the user.</summary>
    public int? ProcessId => _own?.Id;

    /// <summary>Finds or starts the server.</summary>
    /// <exception cref="ServerException">No server could be started.</exception>
    public static Task<ServerSupervisor> StartAsync(RunPlan plan, CancellationToken cancellationToken) =>
        StartAsync(plan, plan.Strategies, plan.UsedTransports, cancellationToken);

    /// <summary>The same, for some of the run's strategies and transports.</summary>
    /// <exception cref="ServerException">No server could be started.</exception>
    public static async Task<ServerSupervisor> StartAsync(
        RunPlan plan,
        IReadOnlyCollection<StrategyDescriptor> strategies,
        IReadOnlyCollection<string> transports,
        CancellationToken cancellationToken)
    {
        var supervisor = new ServerSupervisor(plan, strategies, transports);
        try
        {
            await supervisor.EnsureAliveAsync(cancellationToken);
            return supervisor;
        }
        catch
        {
            await supervisor.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts a new server if the started one has died; does nothing for a server given by the user.</summary>
    /// <exception cref="ServerException">No new server could be started.</exception>
    public async Task EnsureAliveAsync(CancellationToken cancellationToken)
    {
        if (_plan.Server is null && _own is not { IsAlive: true })
        {
            if (_own is not null)
            {
                await _own.DisposeAsync();
                // If no other can be started, nothing is left to end.
                _own = null;
            }

            _own = await ServerProcess.StartAsync(
                ServerProcess.ArgumentsFor(_plan.Sender, _plan.Files, _kept?.Path, _transports), cancellationToken, _plan.Variables);
        }
    }

    /// <summary>True while the started server runs, and always for a server given by the user. Used to explain a failure.</summary>
    public bool IsAlive => _plan.Server is not null || _own is { IsAlive: true };

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_own is not null)
        {
            await _own.DisposeAsync();
        }

        _kept?.Dispose();
    }
}
