using System.Runtime.InteropServices;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Engine;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Measuring;

// Before anything of the command line is loaded: a run starts hundreds of senders.
if (args is [LaunchPlan.Command])
{
    return SenderProgram.Run();
}

// Neither is disposed of: a signal that comes while the process is ending must not change its exit code.
var stop = new CancellationTokenSource();
PosixSignalRegistration[] signals = [CancelOn(PosixSignal.SIGINT), CancelOn(PosixSignal.SIGTERM), CancelOn(PosixSignal.SIGHUP)];
int exitCode = await CommandLineProgram.RunAsync(args, new SenderMeasurer(BenchmarkDotNetFiles.Write), Console.Out, Console.Error, stop.Token);
GC.KeepAlive(signals);
return exitCode;

PosixSignalRegistration CancelOn(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
{
    context.Cancel = true;
    if (stop.IsCancellationRequested)
    {
        // Whoever asks twice does not want to wait for reports; what was measured is kept case by case.
        Environment.Exit(ExitCode.Interrupted);
    }

    stop.Cancel();
});
