
namespace FileTransfer.Harness.Measuring;

/// <summary>What a sender process printed, and how it ended.</summary>
/// <param name="ProcessId">Process id.</param>
/// <param name="ExitCode">Exit code.</param>
/// <param name="Lines">Standard output: what BenchmarkDotNet's engine reported.</param>
/// <param name="Errors">Standard error.</param>
internal sealed record LaunchOutput(int ProcessId, int ExitCode, IReadOnlyList<string> Lines, string Errors);
