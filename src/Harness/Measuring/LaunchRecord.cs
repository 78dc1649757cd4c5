using System.Text.Json;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a sender process leaves behind for its parent: a file of JSON.</summary>
public sealed record LaunchRecord
{
    /// <summary>Why the launch counts for nothing, or null.</summary>
    public string? Failure { get; init; }

    /// <summary>Round of the run, from 1.</summary>
    public int Round { get; init; }

    /// <summary>Place within the round, from 1.</summary>
    public int Position { get; init; }

    /// <summary>When the first transfer was recorded.</summary>
    public DateTimeOffset StartedUtc { get; init; }

    /// <summary>What disturbed it while it was recorded.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>Duration of every recorded transfer in order, in nanoseconds.</summary>
    public long[] Nanoseconds { get; init; } = [];

    /// <summary>For the same transfers, the time until the last send returned, in nanoseconds.</summary>
    public long[] SendReturnedNanoseconds { get; init; } = [];

    /// <summary>CPU time of the sender while recording, in seconds.</summary>
    public double SenderCpuSeconds { get; init; }

    /// <summary>CPU time of the receiver while recording, in seconds, or null without a receiver.</summary>
    public double? ReceiverCpuSeconds { get; init; }

    /// <summary>Managed bytes the sender allocates per transfer.</summary>
    public double AllocatedBytesPerTransfer { get; init; }

    /// <summary>Context switches of the sender while recording, or null where unknown.</summary>
    public long? ContextSwitches { get; init; }

    /// <summary>Frames the server itself counted while recording.</summary>
    public long ReceiverFrames { get; init; }

    /// <summary>Transfers proven by checksum before recording.</summary>
    public int VerifiedByChecksum { get; init; }

    /// <summary>What the strategy observed beside the time, after everything was recorded.</summary>
    public Observation[] Observations { get; init; } = [];

    /// <summary>Reads a launch's file.</summary>
    public static LaunchRecord Load(string path)
    {
        using FileStream file = File.OpenRead(path);
        return JsonSerializer.Deserialize(file, LaunchJson.Default.LaunchRecord)!;
    }

    /// <summary>Writes a launch's file, complete or not at all.</summary>
    public void Save(string path)
    {
        string partial = path + ".partial";
        using (FileStream file = File.Create(partial))
        {
            JsonSerializer.Serialize(file, this, LaunchJson.Default.LaunchRecord);
        }

        File.Move(partial, path, overwrite: true);
    }
}
