using System.Text.Json;

namespace FileTransfer.Harness.Measuring;

/// <summary>All that a sender process must know; its file's path travels in an environment variable.</summary>
internal sealed record LaunchPlan
{
    /// <summary>The only argument of the process; all else is in the plan.</summary>
    public const string Command = "launch";

    /// <summary>Environment variable with the control address of the server.</summary>
    public const string ServerVariable = "FILETRANSFER_SERVER";

    /// <summary>Environment variable with the path of the plan.</summary>
    public const string PlanVariable = "FILETRANSFER_PLAN";

    /// <summary>Strategy by id.</summary>
    public required string Strategy { get; init; }

    /// <summary>The file to be sent.</summary>
    public required SizedPayload Payload { get; init; }

    /// <summary>How the sender connects and where it runs.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>How much time the launch spends.</summary>
    public required Profile Profile { get; init; }

    /// <summary>Round of the run, from 1.</summary>
    public required int Round { get; init; }

    /// <summary>Place within the round, from 1.</summary>
    public required int Position { get; init; }

    /// <summary>Whether the process says what it runs on: it takes a tenth of a launch, and all launches of a case say the same.</summary>
    public required bool NamesItsRuntime { get; init; }

    /// <summary>File for what the launch leaves behind: a <see cref="LaunchRecord"/>.</summary>
    public required string Record { get; init; }

    /// <summary>Reads the plan this process was started with.</summary>
    /// <exception cref="InvalidOperationException">The process was started by hand.</exception>
    public static LaunchPlan Current()
    {
        string path = Environment.GetEnvironmentVariable(PlanVariable)
            ?? throw new InvalidOperationException($"{PlanVariable} is not set: senders are started by 'filetransfer bench'");
        return JsonSerializer.Deserialize(File.ReadAllBytes(path), LaunchJson.Default.LaunchPlan)!;
    }

    /// <summary>Writes the plan for the process to come.</summary>
    public void Save(string path) => File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this, LaunchJson.Default.LaunchPlan));
}
