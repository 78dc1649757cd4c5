using System.Diagnostics.Tracing;
using BenchmarkDotNet.Engines;

namespace FileTransfer.Harness.Engine;

/// <summary>Hears from BenchmarkDotNet, in the process that measures, when an iteration that counts begins and ends.</summary>
/// <remarks>
/// Its engine announces its stages through an EventSource, on the thread that runs the iteration and outside the clock.
/// Jitting, pilot, warm-up and the extra iteration of the memory diagnoser are announced under other ids or not at all.
/// </remarks>
internal sealed class StageListener : EventListener
{
    private readonly Action<long>? _starting;
    private readonly Action? _stopped;

    /// <param name="starting">Called with the number of operations before an iteration that counts.</param>
    /// <param name="stopped">Called after it.</param>
    public StageListener(Action<long> starting, Action stopped)
    {
        _starting = starting;
        _stopped = stopped;
    }

    // Runs within the base constructor for sources that exist already: no field is set yet.
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == EngineEventSource.SourceName)
        {
            EnableEvents(eventSource, EventLevel.Verbose);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        switch (eventData.EventId)
        {
            case EngineEventSource.WorkloadActualStartEventId:
                _starting?.Invoke((long)eventData.Payload![0]!);
                break;
            case EngineEventSource.WorkloadActualStopEventId:
                _stopped?.Invoke();
                break;
            default:
                break;
        }
    }
}
