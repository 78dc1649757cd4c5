using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Native;

/// <summary>A sender outside of .NET: a process of the native reference for each launch.</summary>
internal sealed class NativeSender(NativeProgram program, Uri server) : ISender
{
    private readonly ControlClient _control = new(server);
    private bool _sharesServer;
    private NativeProcess? _process;
    private NativeLaunch? _launch;
    private LaunchRecord? _failure;

    /// <inheritdoc/>
    public bool NeedsRehearsal => false;

    /// <inheritdoc/>
    public bool IsUsable => true;

    /// <inheritdoc/>
    public async Task<bool> PrepareAsync(LaunchPlan plan, CancellationToken cancellationToken)
    {
        await EndAsync();
        _failure = null;
        _sharesServer = plan.SharesServer;
        return await TryAsync(() =>
        {
            _process = NativeProcess.Start(program, plan);
            _launch = new NativeLaunch(plan, _process, _control);
            return _launch.PrepareAsync(cancellationToken);
        });
    }

    /// <inheritdoc/>
    /// <remarks>Nothing is compiled here, so it has settled at once.</remarks>
    public async Task<bool?> SettleAsync(CancellationToken cancellationToken) =>
        await TryAsync(() => _launch!.SettleAsync(cancellationToken)) ? true : null;

    /// <inheritdoc/>
    public Task<bool> BeginAsync(CancellationToken cancellationToken) => TryAsync(() => _launch!.BeginAsync(cancellationToken));

    /// <inheritdoc/>
    public Task<bool> TakeTurnAsync(int cycle, int position, CancellationToken cancellationToken) =>
        TryAsync(() => _launch!.TakeTurnAsync(cycle, position, cancellationToken));

    /// <inheritdoc/>
    public async Task<FinishedLaunch> FinishAsync(CancellationToken cancellationToken)
    {
        LaunchRecord? record = null;
        if (_failure is null)
        {
            await TryAsync(async () => record = await _launch!.FinishAsync(cancellationToken));
        }

        LaunchOutput output = _process is null
            ? new LaunchOutput(0, ExitCode.Success, [], "")
            : await _process.EndAsync(cancellationToken);
        return new FinishedLaunch(output, _failure ?? record);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _control.Dispose();
    }

    private async Task<bool> TryAsync(Func<Task> act)
    {
        try
        {
            if (_sharesServer)
            {
                await _control.ReturnAsync(CancellationToken.None);
                await Task.Delay(CostMeter.Settled);
            }

            await act();
            if (_sharesServer)
            {
                await _control.LeaveAsync(CancellationToken.None);
            }

            return true;
        }
        catch (Exception exception) when (exception is TransferException or ServerException or IOException or UnauthorizedAccessException)
        {
            _failure = new LaunchRecord { Failure = exception.Message };
            return false;
        }
    }

    private async Task EndAsync()
    {
        if (_process is not null)
        {
            await _process.DisposeAsync();
            _process = null;
        }
    }
}
