using System.Runtime.InteropServices;

namespace FileTransfer.Server.Hosting;

/// <summary>Counts how often this process went on after it was suspended, which the kernel tells by SIGCONT; costs nothing else.</summary>
/// <remarks>SIGSTOP itself cannot be noticed, but only SIGCONT ends what it does: signal(7).</remarks>
internal sealed class SuspensionCount : IDisposable
{
    private readonly PosixSignalRegistration? _registration;
    private long _value;

    public SuspensionCount() => _registration = OperatingSystem.IsWindows()
        ? null
        : PosixSignalRegistration.Create(PosixSignal.SIGCONT, _ => Interlocked.Increment(ref _value));

    /// <summary>Number of times so far.</summary>
    public long Value => Interlocked.Read(ref _value);

    /// <inheritdoc/>
    public void Dispose() => _registration?.Dispose();
}
