using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using FileTransfer.Benchmarking.Sending;

namespace FileTransfer.Benchmarking.Host;

/// <summary>Proves the transfers of a case that is measured in the process of the run as soon as it is measured.</summary>
/// <remarks>
/// A process of its own fails the case when the proof at its end fails. Within the process of the run BenchmarkDotNet only logs that, and
/// the results would stand.
/// </remarks>
internal sealed class ProofInThisProcess : TransferDiagnoser
{
    /// <inheritdoc/>
    public override void Handle(HostSignal signal, DiagnoserActionParameters parameters)
    {
        if (signal == HostSignal.AfterActualRun)
        {
            // None where a process of its own measures.
            TransferLaunch.OfThisProcess?.Finish();
        }
    }
}
