using System.Runtime.InteropServices;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Measuring;

// Neither is disposed of: a signal that comes while the process is ending must not change its exit code.
var stop = new CancellationTokenSource();
PosixSignalRegistration[] signals = [CancelOn(PosixSignal.SIGINT), CancelOn(PosixSignal.SIGTERM)];
int exitCode = await CommandLineProgram.RunAsync(args, new BenchmarkDotNetMeasurer(), Console.Out, Console.Error, stop.Token);
GC.KeepAlive(signals);
return exitCode;

PosixSignalRegistration CancelOn(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
{
    context.Cancel = true;
    stop.Cancel();
});
