using System.Text.Json;
using FileTransfer.Senders.StrategyAssemblies;

namespace FileTransfer.Senders.Launching;

/// <summary>What a sender process is to measure: a file whose path it is told.</summary>
internal sealed record LaunchPlan
{
    /// <summary>The only argument of the process.</summary>
    public const string Command = "launch";

    /// <summary>Environment variable with the control address of the server.</summary>
    public const string ServerVariable = "FILETRANSFER_SERVER";

    /// <summary>Strategy by id.</summary>
    public required string Strategy { get; init; }

    /// <summary>The assembly that the strategy may come from; null where it is one of ours.</summary>
    public StrategyFile? StrategiesFrom { get; init; }

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

    /// <summary>True for a launch that does not count.</summary>
    public bool IsRehearsal { get; init; }

    /// <summary>
    /// What a launch before has read and verified, of the same file with the same sender and server; null for the first of them.
    /// </summary>
    public VerifiedContent? Verified { get; init; }

    /// <summary>Process id of the server, when it is on this machine and serves nobody else; otherwise null.</summary>
    public int? ServerProcess { get; init; }

    /// <summary>True where all senders of the run use one server, in turn.</summary>
    public bool SharesServer { get; init; }

    /// <summary>True to note counters beside every sample, and disturbances that would make a measurement void.</summary>
    public bool IsExperiment { get; init; }

    /// <summary>What an experiment changes in the sender.</summary>
    public SenderTrial Trial { get; init; } = SenderTrial.None;

    /// <summary>True to print the runtime environment: it takes a tenth of a launch, and is the same in all launches of a case.</summary>
    public required bool NamesItsRuntime { get; init; }

    /// <summary>Path of the result file, a <see cref="LaunchRecord"/>; empty for a program that writes none.</summary>
    public string Record { get; init; } = "";

    /// <summary>Reads a plan.</summary>
    public static LaunchPlan Load(string path) => JsonSerializer.Deserialize(File.ReadAllBytes(path), LaunchJson.Default.LaunchPlan)!;

    /// <summary>Writes the plan for a process to start.</summary>
    public void Save(string path) => File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this, LaunchJson.Default.LaunchPlan));
}
