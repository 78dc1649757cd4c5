using FileTransfer.Harness.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Measuring;

/// <summary>Measures every case of a plan.</summary>
internal interface IMeasurer
{
    /// <summary>Measures round after round and tells <paramref name="observer"/> of everything as soon as it is known.</summary>
    /// <exception cref="ServerException">No case could be measured, because there is no server.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the rounds that were complete count.</exception>
    Task MeasureAsync(RunPlan plan, IMeasurementObserver observer, CancellationToken cancellationToken);
}

/// <summary>Hears of the progress of a run.</summary>
internal interface IMeasurementObserver
{
    /// <summary>The server is there, and this is where the run takes place.</summary>
    void Started(RunEnvironment environment);

    /// <summary>The first sender has told where and how it ran.</summary>
    void Sent(MachineFacts sender);

    /// <summary>A launch begins.</summary>
    /// <param name="planned">Its case.</param>
    /// <param name="round">Round, from 1.</param>
    /// <param name="position">Place within the round, from 1.</param>
    /// <param name="total">Launches of the round.</param>
    void Starting(PlannedCase planned, int round, int position, int total);

    /// <summary>A launch is over; this is what is known of its case after it.</summary>
    void Finished(Measurement measurement, int round);

    /// <summary>A round is complete.</summary>
    /// <param name="round">Round, from 1.</param>
    /// <param name="measurements">Every case of the run, from all rounds so far.</param>
    void Completed(int round, IReadOnlyList<Measurement> measurements);
}
