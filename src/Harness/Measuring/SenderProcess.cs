using System.Diagnostics;

namespace FileTransfer.Harness.Measuring;

/// <summary>Starts sender processes, one at a time, and waits for them.</summary>
internal static class SenderProcess
{
    private static readonly TimeSpan s_killLimit = TimeSpan.FromSeconds(10);

    /// <summary>Runs one launch of a case to its end.</summary>
    /// <remarks>Its length is limited from within: every transfer has a time-out, and their number is bounded.</remarks>
    /// <param name="planned">The case.</param>
    /// <param name="plan">Path of the published <see cref="LaunchPlan"/>.</param>
    /// <param name="server">Control address of the server.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <exception cref="OperationCanceledException">Cancelled; the process has ended, and nothing is to be concluded from it.</exception>
    public static async Task<LaunchOutput> RunAsync(PlannedCase planned, string plan, Uri server, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        string[] arguments = [typeof(SenderProgram).Assembly.Location, SenderProgram.Command, planned.Strategy.Id, planned.Transport, planned.Payload.Label];
        var start = new ProcessStartInfo(DotnetHost.Path, arguments)
        {
            // Held open for as long as this process lives, and never written to: the sender ends when it closes.
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment[LaunchPlan.PlanVariable] = plan;
        start.Environment[LaunchPlan.ServerVariable] = server.ToString();
        using Process process = Process.Start(start) ?? throw new IOException("the sender process could not be started");
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(cancellationToken);
            Task<string> errors = process.StandardError.ReadToEndAsync(cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
            string[] lines = (await output).Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            // However it ended: nothing that ended while the run was being ended tells anything of its case.
            cancellationToken.ThrowIfCancellationRequested();
            return new LaunchOutput(process.Id, process.ExitCode, lines, await errors);
        }
        finally
        {
            await EndAsync(process);
        }
    }

    private static async Task EndAsync(Process process)
    {
        if (!process.HasExited)
        {
            process.Kill(entireProcessTree: true);
            using var limit = new CancellationTokenSource(s_killLimit);
            await process.WaitForExitAsync(limit.Token);
        }
    }
}
