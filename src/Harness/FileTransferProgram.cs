using System.CommandLine;
using System.Runtime.InteropServices;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Explaining;
using FileTransfer.Links;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Engine;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness;

/// <summary>A whole process: the user's command, or one of the processes that it starts.</summary>
internal static class FileTransferProgram
{
    /// <summary>Runs the process to its end.</summary>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="more">Commands beside those of the product, or null.</param>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(
        string[] arguments, Func<TextWriter, CancellationToken, IReadOnlyList<Command>>? more = null)
    {
        Utf8Console.Begin();
        // Before the command line code is loaded: a run starts hundreds of sender processes.
        if (arguments is [LaunchPlan.Command])
        {
            return SenderProgram.Run();
        }

        if (arguments is [NeighbourProcess.Command])
        {
            return NeighbourProcess.Run();
        }

        if (arguments is [KernelTracer.Command])
        {
            return KernelTracer.Run();
        }

        if (arguments is [LinkProgram.Command, var specification])
        {
            return LinkProgram.Run(specification);
        }

        if (LinkEntrance.Asked(arguments) is { } asked)
        {
            return LinkEntrance.Enter(asked, arguments, Console.Error);
        }

        Defect.EndWithALine("error: ", ExitCode.Failed);
        LetIdleThreadsBlock(arguments);
        // Neither is disposed: a signal that arrives while the process exits must not change its exit code.
        var stop = new CancellationTokenSource();
        PosixSignalRegistration[] signals =
            [CancelOn(PosixSignal.SIGINT, stop), CancelOn(PosixSignal.SIGTERM, stop), CancelOn(PosixSignal.SIGHUP, stop)];
        LinkWatch? link;
        try
        {
            link = LinkWatch.Begin(stop);
        }
        catch (IOException exception)
        {
            Console.Error.WriteLine($"error: {exception.Message}");
            return ExitCode.Failed;
        }

        int exitCode = await CommandLineProgram.RunAsync(
            arguments,
            Console.Out,
            Console.Error,
            stop.Token,
            more?.Invoke(Console.Out, stop.Token));
        GC.KeepAlive(signals);
        return link?.ExitCodeOf(exitCode, Console.Error) ?? exitCode;
    }

    /// <summary>
    /// Lets threads of the pool block as soon as they have no work, unless this process transfers files itself. By default they look for
    /// work some more times, which would take a processor from the sender that was just given its turn.
    /// </summary>
    /// <remarks>
    /// The setting System.Threading.ThreadPool.UnfairSemaphoreSpinLimit is read when the pool is first used; senders and servers are
    /// processes of their own, and keep the default.
    /// </remarks>
    private static void LetIdleThreadsBlock(string[] arguments)
    {
        if (arguments is not ["send" or "load" or "serve", ..])
        {
            AppContext.SetData("System.Threading.ThreadPool.UnfairSemaphoreSpinLimit", 0);
        }
    }

    private static PosixSignalRegistration CancelOn(PosixSignal signal, CancellationTokenSource stop) =>
        PosixSignalRegistration.Create(signal, context =>
        {
            context.Cancel = true;
            if (stop.IsCancellationRequested)
            {
                // A second signal skips the reports; the measured cases are already in the journal.
                Environment.Exit(ExitCode.Interrupted);
            }

            stop.Cancel();
        });
}
