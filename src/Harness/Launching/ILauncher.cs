using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Launching;

/// <summary>Makes launches: starts a process that measures one case, and waits for its end.</summary>
internal interface ILauncher
{
    /// <summary>True for a strategy that this launcher's processes have.</summary>
    bool Launches(StrategyDescriptor strategy);

    /// <summary>Makes one launch.</summary>
    /// <param name="plan">What to measure.</param>
    /// <param name="server">Control address of the server.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <exception cref="OperationCanceledException">Cancelled; the process has ended, and what it did is not valid.</exception>
    Task<FinishedLaunch> RunAsync(LaunchPlan plan, Uri server, CancellationToken cancellationToken);
}

/// <summary>A launch whose process has ended.</summary>
/// <param name="Output">What it printed, and its exit code.</param>
/// <param name="Record">What it recorded; null when it recorded nothing.</param>
internal sealed record FinishedLaunch(LaunchOutput Output, LaunchRecord? Record)
{
    /// <summary>True when the process ended as it should; its record may still tell of a failure.</summary>
    public bool HasEndedWell => Output.ExitCode == ExitCode.Success;
}
