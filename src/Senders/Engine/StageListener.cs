using System.Diagnostics.Tracing;
using BenchmarkDotNet.Engines;

namespace FileTransfer.Senders.Engine;

/// <summary>Listens to BenchmarkDotNet's events for the start and the end of each recorded iteration, in the sender process.</summary>
/// <remarks>
/// The engine raises an event for each stage, on the thread that runs the iteration and outside of timed code. Jitting, pilot,
/// warm-up and the extra iteration of the memory diagnoser have other event ids or no event.
/// </remarks>
internal sealed class StageListener : EventListener
{
    private readonly Action<long>? _starting;
    private readonly Action? _stopped;

    /// <param name="starting">Called before a recorded iteration, with its number of operations.</param>
    /// <param name="stopped">Called after a recorded iteration.</param>
    public StageListener(Action<long> starting, Action stopped)
    {
        _starting = starting;
        _stopped = stopped;
    }

    // For existing sources this runs within the base constructor, when no field is set yet.
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
