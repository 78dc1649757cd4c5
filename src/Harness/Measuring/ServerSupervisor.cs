namespace FileTransfer.Harness.Measuring;

/// <summary>Keeps a server at hand for a whole run: the one the user named, or one of our own, replaced when it dies.</summary>
internal sealed class ServerSupervisor : IAsyncDisposable
{
    private readonly RunPlan _plan;
    private ServerProcess? _own;

    private ServerSupervisor(RunPlan plan) => _plan = plan;

    /// <summary>Control address of the server in use.</summary>
    public Uri Control => _plan.Server ?? _own!.Control;

    /// <summary>Process id of the server of our own.</summary>
    public int ProcessId => _own!.Id;

    /// <summary>How many servers of our own died so far.</summary>
    public int Deaths { get; private set; }

    /// <summary>Finds or starts the server.</summary>
    /// <exception cref="ServerException">There is none to be had.</exception>
    public static async Task<ServerSupervisor> StartAsync(RunPlan plan, CancellationToken cancellationToken)
    {
        var supervisor = new ServerSupervisor(plan);
        await supervisor.EnsureAliveAsync(cancellationToken);
        return supervisor;
    }

    /// <summary>Starts another server if ours has died; one the user named is left to the user.</summary>
    /// <exception cref="ServerException">No new one could be started.</exception>
    public async Task EnsureAliveAsync(CancellationToken cancellationToken)
    {
        if (_plan.Server is null && _own is not { IsAlive: true })
        {
            if (_own is not null)
            {
                Deaths++;
                await _own.DisposeAsync();
            }

            _own = await ServerProcess.StartAsync(ServerProcess.ArgumentsFor(_plan.Sender), cancellationToken);
        }
    }

    /// <summary>Ends our server and starts another, so that what belongs to one server is not common to all rounds.</summary>
    /// <exception cref="ServerException">No new one could be started.</exception>
    public async Task RenewAsync(CancellationToken cancellationToken)
    {
        if (_own is not null)
        {
            await _own.DisposeAsync();
            _own = null;
        }

        await EnsureAliveAsync(cancellationToken);
    }

    /// <summary>True while the server answers; asked after a failure, to name its cause.</summary>
    public bool IsAlive => _plan.Server is not null || _own is { IsAlive: true };

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _own?.DisposeAsync() ?? ValueTask.CompletedTask;
}
