using BenchmarkDotNet.Configs;

namespace FileTransfer.Benchmarking.Host;

/// <summary>Adds to the configuration of every <see cref="TransferBenchmark"/> what it cannot be measured without.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class TransferRunAttribute : Attribute, IConfigSource
{
    /// <inheritdoc/>
    public IConfig Config { get; } = ManualConfig.CreateEmpty()
        .AddEventProcessor(TransferRun.OfThisProcess)
        .AddDiagnoser(new TransferDiagnoser(TransferRun.OfThisProcess))
        .AddAnalyser(new FailureAnalyser(TransferRun.OfThisProcess))
        .AddValidator(new TransferValidator());
}
