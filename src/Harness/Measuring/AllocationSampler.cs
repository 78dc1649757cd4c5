using System.Diagnostics.Tracing;

namespace FileTransfer.Harness.Measuring;

/// <summary>Estimates how many objects this process allocates, from the runtime's own random sampling.</summary>
/// <remarks>
/// Since .NET 9 the runtime can announce every allocated byte with a probability of 1 : 102,400, together with the size of
/// the object the byte belongs to (event AllocationSampled). An object of s bytes is announced with the probability
/// 1 − (1 − 1/102,400)^s, so that each announcement stands for the inverse of that many objects of its size.
/// </remarks>
internal sealed class AllocationSampler : EventListener
{
    /// <summary>Announcements needed for an estimate: their number is random, and with 30 its standard error is a fifth.</summary>
    public const int SamplesNeeded = 30;

    /// <summary>Bytes of which one is announced, on average.</summary>
    public const double BytesPerSample = 102_400;

    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Sampled = "AllocationSampled";
    private const EventKeywords Sampling = (EventKeywords)0x8000_0000_000;

    private readonly Lock _lock = new();
    private double _objects;
    private int _samples;

    /// <summary>Announcements so far.</summary>
    public int Samples
    {
        get
        {
            lock (_lock)
            {
                return _samples;
            }
        }
    }

    /// <summary>Objects that they stand for.</summary>
    public double Objects
    {
        get
        {
            lock (_lock)
            {
                return _objects;
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
                _samples++;
                _objects += 1 / (1 - Math.Pow(1 - (1 / BytesPerSample), size));
            }
        }
    }
}
