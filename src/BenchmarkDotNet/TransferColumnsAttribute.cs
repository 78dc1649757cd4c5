using FileTransfer.Benchmarking.Cases;

namespace FileTransfer.Benchmarking;

/// <summary>
/// Adds columns about single transfers to BenchmarkDotNet's table: P50, P99, MB/s, and CPU seconds per GB of sender and receiver.
/// </summary>
/// <remarks>BenchmarkDotNet removes outliers from its mean; these values are those of all transfers of the measured iterations.</remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Assembly)]
public sealed class TransferColumnsAttribute : Attribute, ITransferColumns;
