
namespace FileTransfer.Senders.Launching;

/// <summary>Output and exit code of a sender process.</summary>
/// <param name="ProcessId">Process id.</param>
/// <param name="ExitCode">Exit code.</param>
/// <param name="Lines">Standard output: the report of BenchmarkDotNet's engine.</param>
/// <param name="Errors">Standard error.</param>
internal sealed record LaunchOutput(int ProcessId, int ExitCode, IReadOnlyList<string> Lines, string Errors);
