using FileTransfer.Harness.Servers;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Rounds;

/// <summary>Measures every case of a plan.</summary>
internal interface IMeasurer
{
    /// <summary>Measures round after round, and reports every result to <paramref name="observer"/> immediately.</summary>
    /// <exception cref="ServerException">No case could be measured, because there is no server.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; complete rounds remain valid.</exception>
    Task MeasureAsync(RunPlan plan, IMeasurementObserver observer, CancellationToken cancellationToken);
}

/// <summary>Receives the progress of a run.</summary>
internal interface IMeasurementObserver
{
    /// <summary>The server is running; this is the environment of the run.</summary>
    void Started(RunEnvironment environment);

    /// <summary>The first sender has reported its machine and process.</summary>
    void Sent(MachineFacts sender);

    /// <summary>A launch begins.</summary>
    /// <param name="planned">Its case.</param>
    /// <param name="round">Round, from 1.</param>
    /// <param name="position">Position within the round, from 1.</param>
    /// <param name="total">Number of launches in the round.</param>
    void Starting(PlannedCase planned, int round, int position, int total);

    /// <summary>A launch has ended; this is the measurement of its case so far.</summary>
    void Finished(Measurement measurement, int round);

    /// <summary>A round is complete.</summary>
    /// <param name="round">Round, from 1.</param>
    /// <param name="measurements">Every case of the run, from all rounds so far.</param>
    void Completed(int round, IReadOnlyList<Measurement> measurements);

    /// <summary>After the last round: what the doctor found then.</summary>
    void Examined(IReadOnlyList<Diagnosis> found);
}
