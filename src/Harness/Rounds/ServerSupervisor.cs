using FileTransfer.Harness.Servers;

namespace FileTransfer.Harness.Rounds;

/// <summary>Provides a server for a whole run: the one given by the user, or one that it starts and replaces when it dies.</summary>
internal sealed class ServerSupervisor : IAsyncDisposable
{
    private readonly RunPlan _plan;
    private readonly StoredFolder? _kept;
    private ServerProcess? _own;

    private ServerSupervisor(RunPlan plan)
    {
        _plan = plan;
        _kept = plan.Server is null ? StoredFolder.For(plan.Strategies, plan.Sender) : null;
    }

    /// <summary>Control address of the server in use.</summary>
    public Uri Control => _plan.Server ?? _own!.Control;

    /// <summary>Process id of the started server.</summary>
    public int ProcessId => _own!.Id;

    /// <summary>Number of started servers that died so far.</summary>
    public int Deaths { get; private set; }

    /// <summary>Finds or starts the server.</summary>
    /// <exception cref="ServerException">No server could be started.</exception>
    public static async Task<ServerSupervisor> StartAsync(RunPlan plan, CancellationToken cancellationToken)
    {
        var supervisor = new ServerSupervisor(plan);
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
                Deaths++;
                await _own.DisposeAsync();
            }

            _own = await ServerProcess.StartAsync(
                ServerProcess.ArgumentsFor(_plan.Sender, _plan.Files, _kept?.Path, _plan.Transports), cancellationToken);
        }
    }

    /// <summary>Replaces the started server by a new one, so that rounds do not share the properties of one process.</summary>
    /// <exception cref="ServerException">No new server could be started.</exception>
    public async Task RenewAsync(CancellationToken cancellationToken)
    {
        if (_own is not null)
        {
            await _own.DisposeAsync();
            _own = null;
        }

        await EnsureAliveAsync(cancellationToken);
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
