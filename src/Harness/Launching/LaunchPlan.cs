using System.Text.Json;

namespace FileTransfer.Harness.Launching;

/// <summary>The instructions for a sender process: a file whose path is passed in an environment variable.</summary>
internal sealed record LaunchPlan
{
    /// <summary>The only argument of the process.</summary>
    public const string Command = "launch";

    /// <summary>Environment variable with the control address of the server.</summary>
    public const string ServerVariable = "FILETRANSFER_SERVER";

    /// <summary>Environment variable with the path of the plan.</summary>
    public const string PlanVariable = "FILETRANSFER_PLAN";

    /// <summary>Strategy by id.</summary>
    public required string Strategy { get; init; }

    /// <summary>The file to send.</summary>
    public required SizedPayload Payload { get; init; }

    /// <summary>Connection options and CPU affinity of the sender.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>Durations of warm-up and recording.</summary>
    public required Profile Profile { get; init; }

    /// <summary>Round of the run, from 1.</summary>
    public required int Round { get; init; }

    /// <summary>Position within the round, from 1.</summary>
    public required int Position { get; init; }

    /// <summary>True to print the runtime environment: it takes a tenth of a launch, and is the same in all launches of a case.</summary>
    public required bool NamesItsRuntime { get; init; }

    /// <summary>Path of the result file, a <see cref="LaunchRecord"/>; empty for a program that writes none.</summary>
    public string Record { get; init; } = "";

    /// <summary>Reads the plan of this process.</summary>
    /// <exception cref="InvalidOperationException">The process was not started by <c>bench</c>.</exception>
    public static LaunchPlan Current()
    {
        string path = Environment.GetEnvironmentVariable(PlanVariable)
            ?? throw new InvalidOperationException($"{PlanVariable} is not set: senders are started by 'filetransfer bench'");
        return JsonSerializer.Deserialize(File.ReadAllBytes(path), LineJson.Default.LaunchPlan)!;
    }

    /// <summary>Writes the plan for a process to start.</summary>
    public void Save(string path) => File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this, LineJson.Default.LaunchPlan));
}
