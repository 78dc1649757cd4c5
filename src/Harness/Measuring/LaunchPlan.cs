using System.Text.Json;

namespace FileTransfer.Harness.Measuring;

/// <summary>What every sender process of a run must know; its file's path travels in an environment variable.</summary>
public sealed record LaunchPlan
{
    /// <summary>Environment variable with the control address of the server.</summary>
    public const string ServerVariable = "FILETRANSFER_SERVER";

    /// <summary>Environment variable with the path of the plan.</summary>
    public const string PlanVariable = "FILETRANSFER_PLAN";

    /// <summary>Folder for the files the launches leave behind.</summary>
    public required string Folder { get; init; }

    /// <summary>How the senders connect and where they run.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>The files to be sent.</summary>
    public required IReadOnlyList<SizedPayload> Payloads { get; init; }

    /// <summary>How much time each launch spends.</summary>
    public required Profile Profile { get; init; }

    /// <summary>Reads the plan this process was started with.</summary>
    /// <exception cref="InvalidOperationException">The process was started by hand.</exception>
    public static LaunchPlan Current()
    {
        string path = Environment.GetEnvironmentVariable(PlanVariable)
            ?? throw new InvalidOperationException($"{PlanVariable} is not set: these benchmarks are started by 'filetransfer bench'");
        return JsonSerializer.Deserialize(File.ReadAllBytes(path), LaunchJson.Default.LaunchPlan)!;
    }

    /// <summary>Writes the plan for the processes to come.</summary>
    public void Save(string path) => File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this, LaunchJson.Default.LaunchPlan));
}
