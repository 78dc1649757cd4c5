using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Measuring;

/// <summary>Measures every case of a plan.</summary>
public interface IMeasurer
{
    /// <summary>Measures case after case and tells <paramref name="observer"/> of each as soon as it is done.</summary>
    /// <exception cref="ServerException">No case could be measured, because there is no server.</exception>
    Task MeasureAsync(RunPlan plan, IMeasurementObserver observer, CancellationToken cancellationToken);
}

/// <summary>Hears of the progress of a run.</summary>
public interface IMeasurementObserver
{
    /// <summary>The server is there, and this is where the run takes place.</summary>
    void Started(RunEnvironment environment);

    /// <summary>A case begins.</summary>
    void Starting(PlannedCase planned, int number, int total);

    /// <summary>A case is done, well or badly.</summary>
    void Finished(Measurement measurement);

    /// <summary>All that BenchmarkDotNet has to show: its table, as it prints it.</summary>
    void Summary(string table);
}
