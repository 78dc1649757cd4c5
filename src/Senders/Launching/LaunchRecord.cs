using System.Text.Json;
using FileTransfer.Results;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Launching;

/// <summary>The result of a sender process for its parent: a JSON file.</summary>
internal sealed record LaunchRecord
{
    /// <summary>Reason why the launch is invalid, or null.</summary>
    public string? Failure { get; init; }

    /// <summary>The recorded launch; null when it failed before.</summary>
    public Launch? Launch { get; init; }

    /// <summary>What was noted beside every sample; null in a launch that is no experiment.</summary>
    public TransferTrace? Trace { get; init; }

    /// <summary>The machine and the process that recorded it.</summary>
    public MachineFacts? Sender { get; init; }

    /// <summary>Identifies the server process that it was recorded against; null where unknown.</summary>
    public string? Server { get; init; }

    /// <summary>The content that was verified; null where transfers have no checksum.</summary>
    public VerifiedContent? Verified { get; init; }

    /// <summary>Report of BenchmarkDotNet's engine.</summary>
    public IReadOnlyList<string> Lines { get => field ?? []; init; } = [];

    /// <summary>Reads a launch's file.</summary>
    public static LaunchRecord Load(string path)
    {
        using FileStream file = File.OpenRead(path);
        return JsonSerializer.Deserialize(file, LaunchJson.Default.LaunchRecord)!;
    }

    /// <summary>Writes a launch's file atomically.</summary>
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
