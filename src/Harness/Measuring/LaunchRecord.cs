using System.Text.Json;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a sender process leaves behind for its parent: a file of JSON.</summary>
internal sealed record LaunchRecord
{
    /// <summary>Why the launch counts for nothing, or null.</summary>
    public string? Failure { get; init; }

    /// <summary>What it recorded; null when it failed before.</summary>
    public Launch? Launch { get; init; }

    /// <summary>The process that recorded it, and the machine it ran on.</summary>
    public MachineFacts? Sender { get; init; }

    /// <summary>Tells the server that it was recorded against from others; null where that is unknown.</summary>
    public string? Server { get; init; }

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
