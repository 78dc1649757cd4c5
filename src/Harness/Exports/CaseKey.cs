using BenchmarkDotNet.Running;
using FileTransfer.Harness.Rounds;
using FileTransfer.Senders.Engine;

namespace FileTransfer.Harness.Exports;

/// <summary>Finds the case of a BenchmarkDotNet benchmark.</summary>
internal static class CaseKey
{
    /// <summary>Its <see cref="PlannedCase.Key"/>.</summary>
    public static (string Strategy, string Transport, string Size, string Placement) Of(BenchmarkCase benchmark) => (
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Strategy)],
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Transport)],
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Size)],
        (string)benchmark.Parameters[nameof(SyncTransferBenchmarks.Placement)]);
}
