using System.Diagnostics.Tracing;

namespace FileTransfer.Senders.Sessions;

/// <summary>Estimates how many objects this process allocates, from the runtime's own random sampling.</summary>
/// <remarks>
/// Since .NET 9 the runtime can select every allocated byte with probability 1 : 102,400 and raise the event AllocationSampled
/// with the size of its object, once at most for each object: <see cref="AllocationEstimate"/>.
/// </remarks>
internal sealed class AllocationSampler : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Sampled = "AllocationSampled";
    private const EventKeywords Sampling = (EventKeywords)0x8000_0000_000;

    private readonly Lock _lock = new();
    private readonly AllocationEstimate _estimate = new();

    /// <summary>Events so far.</summary>
    public int Samples
    {
        get
        {
            lock (_lock)
            {
                return _estimate.Samples;
            }
        }
    }

    /// <summary>Estimated number of objects.</summary>
    public double Objects
    {
        get
        {
            lock (_lock)
            {
                return _estimate.Objects;
            }
        }
    }

    /// <summary>True when there are enough events for an estimate.</summary>
    public bool IsGoodEnough
    {
        get
        {
            lock (_lock)
            {
                return _estimate.IsGoodEnough;
            }
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
        {
            EnableEvents(eventSource, EventLevel.Informational, Sampling);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName == Sampled && eventData.PayloadNames?.IndexOf("ObjectSize") is >= 0 and int place)
        {
            double size = Convert.ToDouble(eventData.Payload![place], System.Globalization.CultureInfo.InvariantCulture);
            lock (_lock)
            {
                _estimate.Add(size);
            }
        }
    }
}
