using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;

namespace FileTransfer.Benchmarking.Host;

/// <summary>A diagnoser of the measured launches; BenchmarkDotNet takes one of each class.</summary>
internal abstract class TransferDiagnoser : IDiagnoser
{
    /// <inheritdoc/>
    public IEnumerable<string> Ids => [GetType().Name];

    /// <inheritdoc/>
    public IEnumerable<IExporter> Exporters => [];

    /// <inheritdoc/>
    public IEnumerable<IAnalyser> Analysers => [];

    /// <inheritdoc/>
    /// <remarks>The launches are those that BenchmarkDotNet measures, not an extra one.</remarks>
    public RunMode GetRunMode(BenchmarkCase benchmarkCase) => RunMode.NoOverhead;

    /// <inheritdoc/>
    public virtual void Handle(HostSignal signal, DiagnoserActionParameters parameters)
    {
    }

    /// <inheritdoc/>
    public virtual IEnumerable<Metric> ProcessResults(DiagnoserResults results) => [];

    /// <inheritdoc/>
    public void DisplayResults(ILogger logger)
    {
    }

    /// <inheritdoc/>
    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) => [];
}
