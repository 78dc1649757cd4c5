using System.Diagnostics.Metrics;

namespace FileTransfer.Sending.AspNetCore;

/// <summary>How many files went which way.</summary>
/// <param name="factory">Makes the meter; null for one that belongs to no application.</param>
internal sealed class FileSenderMetrics(IMeterFactory? factory = null)
{
    /// <summary>Name of the meter.</summary>
    public const string MeterName = "FileTransfer.FileSender";

    /// <summary>Name of the counter. Tag <c>way</c> is <c>filesender</c> or <c>kestrel</c>; <c>reason</c> says why the latter.</summary>
    public const string CounterName = "filesender.files";

    private readonly Counter<long> _files = (factory?.Create(MeterName) ?? new Meter(MeterName)).CreateCounter<long>(
        CounterName,
        "{file}",
        "Files, or parts of files, that responses asked for, by the way that they were sent.");

    /// <summary>Counts a file that was sent by FileSender.</summary>
    public void CountFileSender()
    {
        if (_files.Enabled)
        {
            _files.Add(1, new KeyValuePair<string, object?>("way", "filesender"));
        }
    }

    /// <summary>Counts a file that was left to whoever had the body before.</summary>
    public void CountKestrel(string reason)
    {
        if (_files.Enabled)
        {
            _files.Add(1, new KeyValuePair<string, object?>("way", "kestrel"), new KeyValuePair<string, object?>("reason", reason));
        }
    }
}
