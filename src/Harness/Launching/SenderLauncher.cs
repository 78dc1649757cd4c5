using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Launching;

/// <summary>Launches our own senders: this program again, which runs one strategy under BenchmarkDotNet's engine.</summary>
internal sealed class SenderLauncher : ILauncher, IDisposable
{
    // Not in the folder of the results: whoever removes that in the middle of a run breaks no launch.
    private readonly string _folder = Directory.CreateTempSubdirectory("filetransfer-launches-").FullName;

    /// <inheritdoc/>
    public bool Launches(StrategyDescriptor strategy) => !strategy.IsNative;

    /// <inheritdoc/>
    public async Task<FinishedLaunch> RunAsync(LaunchPlan plan, Uri server, CancellationToken cancellationToken)
    {
        string path = Path.Combine(_folder, "plan.json");
        string record = Path.Combine(_folder, "record.json");
        File.Delete(record);
        (plan with { Record = record }).Save(path);
        LaunchOutput output = await SenderProcess.RunAsync(path, server, cancellationToken);
        return new FinishedLaunch(output, File.Exists(record) ? LaunchRecord.Load(record) : null);
    }

    /// <summary>Removes what was written. Whatever breaks a run down, such as too few descriptors, can be in the way of this too.</summary>
    public void Dispose()
    {
        try
        {
            Directory.Delete(_folder, recursive: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is among the temporary files.
        }
    }
}
