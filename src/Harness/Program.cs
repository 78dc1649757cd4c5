using System.Runtime.InteropServices;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Engine;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Links;
using FileTransfer.Harness.Measuring;

// First, before the command line code is loaded: a run starts hundreds of sender processes.
if (args is [LaunchPlan.Command])
{
    return SenderProgram.Run();
}

if (args is [LinkProgram.Command, var specification])
{
    return LinkProgram.Run(specification);
}

if (LinkEntrance.Asked(args) is { } asked)
{
    return LinkEntrance.Enter(asked, args, Console.Error);
}

// Neither is disposed: a signal that arrives while the process exits must not change its exit code.
var stop = new CancellationTokenSource();
PosixSignalRegistration[] signals = [CancelOn(PosixSignal.SIGINT), CancelOn(PosixSignal.SIGTERM), CancelOn(PosixSignal.SIGHUP)];
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
    args,
    new SenderMeasurer(BenchmarkDotNetFiles.Write),
    Console.Out,
    Console.Error,
    stop.Token);
GC.KeepAlive(signals);
return link?.ExitCodeOf(exitCode, Console.Error) ?? exitCode;

PosixSignalRegistration CancelOn(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
{
    context.Cancel = true;
    if (stop.IsCancellationRequested)
    {
        // A second signal skips the reports; the measured cases are already in the journal.
        Environment.Exit(ExitCode.Interrupted);
    }

    stop.Cancel();
});
