using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Servers;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Native;

/// <summary>Launches the native reference, a program outside of .NET.</summary>
internal sealed class NativeLauncher(NativeProgram program) : ILauncher
{
    /// <inheritdoc/>
    public bool Launches(StrategyDescriptor strategy) => strategy.IsNative;

    /// <inheritdoc/>
    public async Task<FinishedLaunch> RunAsync(LaunchPlan plan, Uri server, CancellationToken cancellationToken)
    {
        await using var process = NativeProcess.Start(program, plan);
        using var control = new ControlClient(server);
        LaunchRecord record;
        try
        {
            record = await new NativeLaunch(plan, process, control).MeasureAsync(cancellationToken);
        }
        catch (Exception exception) when (exception is TransferException or ServerException or IOException or UnauthorizedAccessException)
        {
            record = new LaunchRecord { Failure = exception.Message };
        }

        return new FinishedLaunch(await process.EndAsync(cancellationToken), record);
    }
}
