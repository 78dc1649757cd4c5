using System.Diagnostics;
using System.Globalization;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Native;

/// <summary>A process of the native reference; it answers each command, one line, with one line.</summary>
internal sealed class NativeProcess : IAsyncDisposable
{
    private static readonly TimeSpan s_endLimit = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly Task<string> _errors;

    private NativeProcess(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
    }

    /// <summary>Process id.</summary>
    public int Id => _process.Id;

    /// <summary>Starts the program for one launch; it has no connection yet.</summary>
    /// <remarks>The program ends when its input closes, however this process ends.</remarks>
    /// <exception cref="IOException">It cannot be started.</exception>
    public static NativeProcess Start(NativeProgram program, LaunchPlan plan) => new(ChildProcess.Start(
        new ProcessStartInfo(Path.GetFullPath(program.Path), NativeProgram.Arguments(plan)),
        exception => new IOException($"{program.Path} cannot be run any more: {exception.Message}", exception)));

    /// <summary>Gives a command and waits for its answer.</summary>
    /// <remarks>Limited from within: every wait of the program has a time-out, and the number of its transfers is bounded.</remarks>
    /// <returns>The answer, and when the command was given and the answer had come.</returns>
    /// <exception cref="IOException">The program has ended instead; the message is its own.</exception>
    public async Task<(string Line, long Asked, long Answered)> AskAsync(string command, CancellationToken cancellationToken)
    {
        long asked = Stopwatch.GetTimestamp();
        string? line = null;
        try
        {
            await _process.StandardInput.WriteAsync($"{command}\n".AsMemory(), cancellationToken);
            await _process.StandardInput.FlushAsync(cancellationToken);
            line = await _process.StandardOutput.ReadLineAsync(cancellationToken);
        }
        catch (IOException)
        {
            // The program ended before the command; its standard error explains why.
        }

        return line is null
            ? throw new IOException(await LastWordsAsync(cancellationToken))
            : (line, asked, Stopwatch.GetTimestamp());
    }

    /// <summary>Closes its input and waits for its end.</summary>
    public async Task<LaunchOutput> EndAsync(CancellationToken cancellationToken)
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The program ended without reading a command.
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(s_endLimit);
        try
        {
            await _process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            await ChildProcess.EndAsync(_process);
        }

        await SignalledExit.ThrowIfCancelledAsync(_process.ExitCode, cancellationToken);
        return new LaunchOutput(_process.Id, _process.ExitCode, [], await _errors);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await ChildProcess.EndAsync(_process);
        _process.Dispose();
    }

    private async Task<string> LastWordsAsync(CancellationToken cancellationToken)
    {
        LaunchOutput output = await EndAsync(cancellationToken);
        string words = output.Errors.Trim();
        return words.Length > 0
            ? words
            : string.Create(
                CultureInfo.InvariantCulture, $"the native reference ended with exit code {output.ExitCode} and without a word");
    }
}
