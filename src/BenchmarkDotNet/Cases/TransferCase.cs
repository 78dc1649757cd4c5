using System.Text.Json;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>What the process that measures has to know of its case: a file, whose path is in its environment.</summary>
/// <remarks>
/// The file is written anew before each case. A file and a variable reach every kind of process that BenchmarkDotNet starts, and the
/// process of the run itself, where a toolchain measures within that.
/// </remarks>
internal sealed record TransferCase
{
    /// <summary>Environment variable with the path.</summary>
    public const string Variable = "FILETRANSFER_BENCHMARK";

    /// <summary>Ending of the files with what a process has recorded.</summary>
    public const string RecordPattern = "*.record";

    /// <summary>Strategy by id.</summary>
    public required string Strategy { get; init; }

    /// <summary>Length of the file, in bytes.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>TCP congestion control by name, or null for the system's default.</summary>
    public required string? CongestionControl { get; init; }

    /// <summary>Control address of the server; empty when there is none.</summary>
    public required string Server { get; init; }

    /// <summary>Process id of the server.</summary>
    public required int ServerProcess { get; init; }

    /// <summary>Why there is no server, or null.</summary>
    public required string? NoServer { get; init; }

    /// <summary>Reads the case of this process.</summary>
    /// <exception cref="InvalidOperationException">BenchmarkDotNet has not started this process for a case.</exception>
    public static TransferCase Load() => Environment.GetEnvironmentVariable(Variable) is { } path && File.Exists(path)
        ? JsonSerializer.Deserialize<TransferCase>(File.ReadAllBytes(path))!
        : throw new InvalidOperationException(
            $"{Variable} names no case: transfers can be measured only where BenchmarkDotNet runs a class derived from "
            + "TransferBenchmark");

    /// <summary>Path for what this process records; a process can run a case several times.</summary>
    public static string NewRecordPath() => Path.Combine(
        Path.GetDirectoryName(Environment.GetEnvironmentVariable(Variable))!,
        Path.ChangeExtension(Guid.NewGuid().ToString("N"), RecordPattern[2..]));

    /// <summary>Writes the case for the processes that will measure it.</summary>
    public void Save(string path) => File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this));
}
