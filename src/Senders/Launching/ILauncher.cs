using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Launching;

/// <summary>Starts senders: processes that make launches of one strategy.</summary>
internal interface ILauncher
{
    /// <summary>True for a strategy that this launcher's senders have.</summary>
    bool Launches(StrategyDescriptor strategy);

    /// <summary>Starts a sender.</summary>
    /// <param name="server">Control address of the server that it sends to.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="IOException">It cannot be started.</exception>
    Task<ISender> StartAsync(Uri server, CancellationToken cancellationToken);
}

/// <summary>A sender: makes one launch after another. Once one has failed, it makes no more.</summary>
/// <remarks>
/// Between two calls it does nothing. A call that does not end within its limit ends the sender. When a call is cancelled, what the
/// sender did is not valid; it ends when it is disposed.
/// </remarks>
internal interface ISender : IAsyncDisposable
{
    /// <summary>True for a program that is compiled while it runs.</summary>
    bool NeedsRehearsal { get; }

    /// <summary>True as long as it can make another launch.</summary>
    bool IsUsable { get; }

    /// <summary>Prepares a launch: connects, and verifies a first transfer.</summary>
    /// <returns>False when that failed; <see cref="FinishAsync"/> has the reason.</returns>
    Task<bool> PrepareAsync(LaunchPlan plan, CancellationToken cancellationToken);

    /// <summary>Transfers for some milliseconds without recording, and says whether anything changes still.</summary>
    /// <returns>
    /// True when nothing changes any more, false when it is to be called again; null when it failed: <see cref="FinishAsync"/> has the
    /// reason.
    /// </returns>
    Task<bool?> SettleAsync(CancellationToken cancellationToken);

    /// <summary>Begins to count; the next call is a turn.</summary>
    /// <returns>False when that failed; <see cref="FinishAsync"/> has the reason.</returns>
    Task<bool> BeginAsync(CancellationToken cancellationToken);

    /// <summary>Takes a turn of the launch.</summary>
    /// <param name="cycle">Its cycle, from 1.</param>
    /// <param name="position">Its position in the cycle, from 1.</param>
    /// <param name="cancellationToken">Cancels.</param>
    /// <returns>False when it failed; <see cref="FinishAsync"/> has the reason.</returns>
    Task<bool> TakeTurnAsync(int cycle, int position, CancellationToken cancellationToken);

    /// <summary>Ends a launch, well or after a failure: proves what was delivered, and hands it over.</summary>
    Task<FinishedLaunch> FinishAsync(CancellationToken cancellationToken);
}

/// <summary>A launch that is over.</summary>
/// <param name="Output">What the engine reported; and how its process ended, if it did.</param>
/// <param name="Record">What it recorded; null when it recorded nothing.</param>
internal sealed record FinishedLaunch(LaunchOutput Output, LaunchRecord? Record)
{
    /// <summary>True when the process ended as it should; its record may still tell of a failure.</summary>
    public bool HasEndedWell => Output.ExitCode == ExitCode.Success;

    /// <summary>True when it has recorded turns, and no failure.</summary>
    public bool IsProven => HasEndedWell && Record is { Failure: null, Launch: not null };

    /// <summary>The same launch as one of a group of senders, beside the turns of that group's reference.</summary>
    public FinishedLaunch In(int? group, IReadOnlyList<Turn>? reference) => Record?.Launch is { } launch && group is not null
        ? this with { Record = Record with { Launch = launch with { Group = group, Reference = reference } } }
        : this;
}
