using System.Globalization;
using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;
using FileTransfer.Benchmarking.Cases;
using FileTransfer.Benchmarking.Sending;
using FileTransfer.Results;

namespace FileTransfer.Benchmarking.Host;

/// <summary>
/// Proves the transfers of a case, hands the values of single ones to BenchmarkDotNet, which makes columns of them, and says below the
/// table what was proven.
/// </summary>
internal sealed class TransferDiagnoser(TransferRun run) : IDiagnoser
{
    private int _cases;
    private long _counted;
    private long _checked;

    /// <inheritdoc/>
    /// <remarks>Stands in the heading above what <see cref="DisplayResults"/> writes.</remarks>
    public IEnumerable<string> Ids => ["FileTransfer"];

    /// <inheritdoc/>
    public IEnumerable<IExporter> Exporters => [];

    /// <inheritdoc/>
    public IEnumerable<IAnalyser> Analysers => [];

    /// <inheritdoc/>
    /// <remarks>The launches are those that BenchmarkDotNet measures, not an extra one.</remarks>
    public RunMode GetRunMode(BenchmarkCase benchmarkCase) => RunMode.NoOverhead;

    /// <inheritdoc/>
    /// <remarks>
    /// A process of its own fails the case when the proof at its end fails. Within the process of the run BenchmarkDotNet only logs that,
    /// and the results would stand, so that there the proof comes as soon as the case is measured.
    /// </remarks>
    public void Handle(HostSignal signal, DiagnoserActionParameters parameters)
    {
        if (signal == HostSignal.AfterActualRun)
        {
            // None where a process of its own measures.
            TransferLaunch.OfThisProcess?.Finish();
        }
    }

    /// <inheritdoc/>
    /// <remarks>BenchmarkDotNet calls it after the measured launches, and before extra ones of other diagnosers.</remarks>
    public IEnumerable<Metric> ProcessResults(DiagnoserResults results)
    {
        IReadOnlyList<Launch> launches = run.ProvenLaunchesOf(results.BenchmarkCase);
        if (launches.Count == 0)
        {
            return [];
        }

        _cases++;
        _counted += launches.Sum(launch => launch.VerifiedByCount);
        _checked += launches.Sum(launch => launch.VerifiedByChecksum);
        return BenchmarkClass.HasColumns(results.BenchmarkCase.Descriptor.Type)
            ? TransferRun.MetricsOf(results.BenchmarkCase, launches)
            : [];
    }

    /// <inheritdoc/>
    public void DisplayResults(ILogger logger) => logger.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"Proven: {_cases} {(_cases == 1 ? "case" : "cases")}. The other end counted their {_counted:N0} measured transfers too, and the "
        + $"content of {_checked:N0} transfers was checked."));

    /// <inheritdoc/>
    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) => [];
}
