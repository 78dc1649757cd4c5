using System.Diagnostics;
using FileTransfer.Harness.Processes;

namespace FileTransfer.Harness.Launching;

/// <summary>Starts sender processes, one at a time, and waits for them.</summary>
internal static class SenderProcess
{
    private static readonly TimeSpan s_killLimit = TimeSpan.FromSeconds(10);

    /// <summary>Runs one launch to its end.</summary>
    /// <remarks>The process limits its duration itself: every transfer has a timeout, and the number of transfers is bounded.</remarks>
    /// <param name="plan">Path of its <see cref="LaunchPlan"/>.</param>
    /// <param name="server">Control address of the server.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <exception cref="OperationCanceledException">Cancelled; the process has ended, and its output is not valid.</exception>
    public static async Task<LaunchOutput> RunAsync(string plan, Uri server, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var start = new ProcessStartInfo(DotnetHost.Path, [ThisProgram.Path, LaunchPlan.Command])
        {
            // Kept open as long as this process lives and never written to: the sender exits when it is closed.
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment[LaunchPlan.PlanVariable] = plan;
        start.Environment[LaunchPlan.ServerVariable] = server.ToString();
        using Process process = ChildProcess.Start(start, "the sender");
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(cancellationToken);
            Task<string> errors = process.StandardError.ReadToEndAsync(cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
            string[] lines = (await output).Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            // A process that ended while the run was cancelled says nothing about its case, whatever its exit code.
            await SignalledExit.ThrowIfCancelledAsync(process.ExitCode, cancellationToken);
            return new LaunchOutput(process.Id, process.ExitCode, lines, await errors);
        }
        finally
        {
            await EndAsync(process);
        }
    }

    /// <summary>Ends a process that is still running, and waits until it has ended.</summary>
    internal static async Task EndAsync(Process process)
    {
        if (!process.HasExited)
        {
            // The process only, not its tree: .NET stops a tree before it kills it, and if this process were killed in between,
            // the sender would stay stopped forever.
            process.Kill();
            using var limit = new CancellationTokenSource(s_killLimit);
            await process.WaitForExitAsync(limit.Token);
        }
    }
}
