using System.Diagnostics;
using FileTransfer.Harness.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Launching;

/// <summary>Starts sender processes, one at a time, and waits for them.</summary>
internal static class SenderProcess
{
    /// <summary>Runs one launch to its end.</summary>
    /// <remarks>
    /// The process limits its duration itself: every transfer has a timeout, and the number of transfers is bounded. Its input is
    /// kept open as long as this process lives and never written to: the sender exits when it is closed.
    /// </remarks>
    /// <param name="plan">Path of its <see cref="LaunchPlan"/>.</param>
    /// <param name="server">Control address of the server.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <exception cref="OperationCanceledException">Cancelled; the process has ended, and its output is not valid.</exception>
    public static async Task<LaunchOutput> RunAsync(string plan, Uri server, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(DotnetHost.Path, [ThisProgram.Path, LaunchPlan.Command]);
        start.Environment[LaunchPlan.PlanVariable] = plan;
        start.Environment[LaunchPlan.ServerVariable] = server.ToString();
        ProcessEnd end = await ChildProcess.RunAsync(
            start, ChildProcess.NoRoomFor("the sender"), Timeout.InfiniteTimeSpan, cancellationToken);
        // A process that ended while the run was cancelled says nothing about its case, whatever its exit code.
        await SignalledExit.ThrowIfCancelledAsync(end.ExitCode, cancellationToken);
        string[] lines = end.Output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return new LaunchOutput(end.Id, end.ExitCode, lines, end.Errors);
    }
}
