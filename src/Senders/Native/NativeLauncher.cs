using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Native;

/// <summary>Launches the native reference, a program outside of .NET.</summary>
internal sealed class NativeLauncher(NativeProgram program) : ILauncher
{
    /// <inheritdoc/>
    public bool Launches(StrategyDescriptor strategy) => strategy.IsNative;

    /// <inheritdoc/>
    public Task<ISender> StartAsync(Uri server, CancellationToken cancellationToken) =>
        Task.FromResult<ISender>(new NativeSender(program, server));
}
