using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Rounds;

/// <summary>One strategy over one transport during a round: a sender, and a server of its own, both new.</summary>
/// <remarks>
/// A server of its own, so that garbage and connections of one strategy burden no other, and so that all that the server counts between
/// two questions is this sender's.
/// </remarks>
/// <param name="plan">The run.</param>
/// <param name="launcher">Starts the sender.</param>
/// <param name="strategy">The strategy.</param>
/// <param name="transport">The transport.</param>
/// <param name="shared">
/// The server of the run, for a strategy that sends nothing, when the user has given one, and for the first sender.
/// </param>
internal sealed class RoundSender(
    RunPlan plan, ILauncher launcher, StrategyDescriptor strategy, string transport, ServerSupervisor shared) : IAsyncDisposable
{
    /// <summary>Longest payload of which a sender rehearses as many turns as compilation takes.</summary>
    private const long MostRehearsed = 1 << 20;

    /// <summary>Longest turn of a rehearsal: in it all that a transfer over a socket runs is called often enough.</summary>
    private static readonly TimeSpan s_rehearsed = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// The same over HTTP, where a transfer takes a millisecond before its code is compiled. With less time the code of HttpClient and
    /// Kestrel became hot in the turns that count, which it made ten times as slow on a slow host. And in experiments, where what is
    /// compiled beside a transfer would be taken for a cause: a turn ends before, when all has been called often enough.
    /// </summary>
    private static readonly TimeSpan s_rehearsedForLong = TimeSpan.FromSeconds(1);

    /// <summary>Pause after a step of settling, in which the compilers of all senders have the processors.</summary>
    public static readonly TimeSpan BetweenSteps = TimeSpan.FromMilliseconds(5);

    private ServerSupervisor? _server;
    private int? _process;
    private bool _isBorrowed;
    private ISender? _sender;
    private string? _failure;
    private bool _needsReplacement;
    private (string Payload, VerifiedContent Content)? _verified;
    private string _payload = "";

    /// <summary>True when its own server has died, even if another has taken its place since.</summary>
    public bool HasLostItsServer => _server is not null && _process is not null && (!_server.IsAlive || _server.ProcessId != _process);

    /// <summary>Process id of its server; null when that serves others too.</summary>
    public int? ServerProcess => _server?.ProcessId;

    private bool HasOwnServer => plan.Server is null && strategy.Delivers && !strategy.IsForeign;

    private bool SharesServer => plan.Server is not null && strategy.Delivers;

    /// <summary>Starts what does not run; a failure is that of the next launch.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        _failure = null;
        try
        {
            if (_needsReplacement || HasLostItsServer)
            {
                await EndSenderAsync();
                (_needsReplacement, _verified) = (false, null);
            }

            if (HasOwnServer && _server is null && Borrow())
            {
                (_server, _isBorrowed) = (shared, true);
            }
            else if (HasOwnServer && _server is null)
            {
                _server = await ServerSupervisor.StartAsync(plan, [strategy], [transport], cancellationToken);
            }

            await (_server ?? shared).EnsureAliveAsync(cancellationToken);
            _process = _server?.ProcessId;
            _sender ??= await launcher.StartAsync((_server ?? shared).Control, cancellationToken);
        }
        catch (Exception exception) when (exception is ServerException or IOException or UsageException)
        {
            _failure = exception.Message;
        }
    }

    /// <summary>Starts, and makes a launch that does not count, so that all code is compiled before the first turn that counts.</summary>
    /// <remarks>Nobody has turns meanwhile, so several do this at the same time.</remarks>
    public async Task RehearseAsync(LaunchPlan launch, CancellationToken cancellationToken)
    {
        await StartAsync(cancellationToken);
        if (_failure is not null || !launch.Profile.Rehearses || !_sender!.NeedsRehearsal)
        {
            return;
        }

        bool isLong = strategy.IsConcurrent || launch.Sender.Link is not null || launch.Payload.Payload.Length > MostRehearsed;
        Profile rehearsal = launch.Profile.ForRehearsal(
            isLong ? null : Transport.IsHttp(transport) || launch.IsExperiment ? s_rehearsedForLong : s_rehearsed);
        LaunchPlan trial = launch with
        {
            IsRehearsal = true,
            Profile = rehearsal,
            Sender = Placement.Free.Of(launch.Sender),
            ServerProcess = _server?.ProcessId,
            SharesServer = SharesServer,
        };
        bool isReady = await _sender.PrepareAsync(trial, cancellationToken);
        bool? isSettled = isReady ? false : null;
        while (isSettled == false)
        {
            isSettled = await _sender.SettleAsync(cancellationToken);
            await Task.Delay(BetweenSteps, cancellationToken);
        }

        isReady = isSettled == true && await _sender.BeginAsync(cancellationToken);
        for (int cycle = 1; isReady && cycle <= rehearsal.Cycles; cycle++)
        {
            isReady = await _sender.TakeTurnAsync(cycle, position: 1, cancellationToken);
        }

        // A failure is that of the next launch, which fails for the same reason, or not at all.
        FinishedLaunch over = await _sender.FinishAsync(cancellationToken);
        _needsReplacement = !_sender.IsUsable || over.Record?.Failure is not null;
    }

    /// <summary>Begins a launch, with both ends placed so.</summary>
    /// <returns>False when that failed; <see cref="FinishAsync"/> has the reason.</returns>
    public async Task<bool> PrepareAsync(LaunchPlan launch, Placement placement, CancellationToken cancellationToken)
    {
        await StartAsync(cancellationToken);
        if (_failure is not null)
        {
            return false;
        }

        try
        {
            if (plan.Placements.Count > 1 && _server?.ProcessId is { } server)
            {
                ProcessorPin.Place(server, placement.ReceiverCpu);
            }
        }
        catch (TransferException exception)
        {
            _failure = exception.Message;
            return false;
        }

        _payload = launch.Payload.Label;
        return await _sender!.PrepareAsync(
            launch with
            {
                ServerProcess = _server?.ProcessId,
                SharesServer = SharesServer,
                Verified = _verified is { } verified && verified.Payload == _payload ? verified.Content : null,
            },
            cancellationToken);
    }

    /// <inheritdoc cref="ISender.SettleAsync"/>
    public Task<bool?> SettleAsync(CancellationToken cancellationToken) => _sender!.SettleAsync(cancellationToken);

    /// <inheritdoc cref="ISender.BeginAsync"/>
    public Task<bool> BeginAsync(CancellationToken cancellationToken) => _sender!.BeginAsync(cancellationToken);

    /// <inheritdoc cref="ISender.TakeTurnAsync"/>
    public Task<bool> TakeTurnAsync(int cycle, int position, CancellationToken cancellationToken) =>
        _sender!.TakeTurnAsync(cycle, position, cancellationToken);

    /// <inheritdoc cref="ISender.FinishAsync"/>
    public async Task<FinishedLaunch> FinishAsync(CancellationToken cancellationToken)
    {
        if (_failure is not null || _sender is null)
        {
            return new FinishedLaunch(
                new LaunchOutput(0, ExitCode.Success, [], ""), new LaunchRecord { Failure = _failure ?? "no sender was started" });
        }

        FinishedLaunch launch = await _sender.FinishAsync(cancellationToken);
        // Of a server that is not of this run, nobody knows whether it is still the same.
        _verified = HasOwnServer && launch.Record is { Failure: null, Verified: { } content } ? (_payload, content) : null;
        _needsReplacement = !_sender.IsUsable || launch.Record?.Failure is not null;
        return launch;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await EndSenderAsync();
        if (_server is not null && !_isBorrowed)
        {
            await _server.DisposeAsync();
        }
    }

    /// <summary>The first sender of a run takes the server that has told about itself, which nobody has used.</summary>
    private bool Borrow()
    {
        lock (shared)
        {
            bool isFree = shared.IsUnused;
            shared.IsUnused = false;
            return isFree;
        }
    }

    private async Task EndSenderAsync()
    {
        if (_sender is not null)
        {
            await _sender.DisposeAsync();
            _sender = null;
        }
    }
}
