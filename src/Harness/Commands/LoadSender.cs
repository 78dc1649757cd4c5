using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>Makes the steps of a sweep: <c>send</c> with load in a fresh process with its own server.</summary>
/// <param name="errors">Where each second is told of.</param>
internal sealed class LoadSender(TextWriter errors)
{
    private static readonly TimeSpan s_limit = TimeSpan.FromHours(2);

    /// <summary>Makes the step; the sender leaves its result in the file.</summary>
    /// <exception cref="UsageException">The sender does not take the words.</exception>
    /// <exception cref="IOException">It did not end in two hours.</exception>
    public async Task<LoadPoint> MeasureAsync(double load, string[] words, string file, CancellationToken cancellationToken)
    {
        (int exitCode, string said) = await RunAsync(words, cancellationToken);
        if (exitCode == ExitCode.Usage)
        {
            throw new UsageException(said);
        }

        LoadResult? found = File.Exists(file) ? LoadFile.Load(file) : null;
        string? reason = found is null || exitCode != ExitCode.Success
            ? said.Length > 0 ? said : found?.Partial ?? $"the sender {SignalledExit.Words(exitCode)}"
            : null;
        return new LoadPoint(load, found, reason);
    }

    /// <summary>Runs a sender, and hands on what it tells of each second.</summary>
    private async Task<(int ExitCode, string Said)> RunAsync(string[] words, CancellationToken cancellationToken)
    {
        List<string> said = [];
        var progress = new ProgressLine(errors, errors == Console.Error && !Console.IsErrorRedirected);
        try
        {
            ProcessEnd end = await ChildProcess.RunAsync(
                ThisProgram.File.StartWith(words),
                ChildProcess.NoRoomFor("the sender"),
                s_limit,
                cancellationToken,
                told: Tell);
            return (end.ExitCode, UrlNotice.RemovedFrom(string.Join('\n', said)).Trim());
        }
        catch (TimeoutException)
        {
            throw new IOException($"a load did not end within {s_limit.TotalHours:0} h");
        }
        finally
        {
            progress.End();
        }

        void Tell(string line)
        {
            if (ProgressLine.IsOne(line))
            {
                progress.Write(line);
            }
            else
            {
                said.Add(line.Replace("error: ", "", StringComparison.Ordinal));
            }
        }
    }
}
