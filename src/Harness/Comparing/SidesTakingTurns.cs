using System.Diagnostics;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Comparing;

/// <summary>Measures one round of all sides at the same time: their programs are alive together, and take turns cycle by cycle.</summary>
/// <remarks>Only one of them works at any moment; the others wait at their <see cref="Gate"/>.</remarks>
internal sealed class SidesTakingTurns : IAsyncDisposable
{
    /// <summary>A step is a cycle of turns, or what is before or behind them; none takes longer where anything can be measured.</summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(15);

    private readonly ComparedSide _side;
    private readonly string[] _arguments;
    private readonly string _folder;
    private readonly Process _process;
    private readonly Task<string> _errors;

    private SidesTakingTurns(ComparedSide side, string[] arguments, string folder)
    {
        (_side, _arguments, _folder) = (side, arguments, folder);
        Directory.CreateDirectory(folder);
        ProcessStartInfo start = side.Program.StartWith(arguments);
        foreach ((string name, string value) in side.Environment)
        {
            start.Environment[name] = value;
        }

        _process = ChildProcess.Start(start, ChildProcess.NoRoomFor($"{side.Words}: the"));
        _errors = _process.StandardError.ReadToEndAsync(CancellationToken.None);
    }

    /// <summary>Measures every case once on every side.</summary>
    /// <param name="sides">The sides.</param>
    /// <param name="common">Options of <c>bench</c> that all have.</param>
    /// <param name="seed">Seed of the order of their cases, the same for all, and of the order in which they take turns.</param>
    /// <param name="folders">A folder for each, deleted at the end.</param>
    /// <param name="cancellationToken">Ends the processes.</param>
    /// <exception cref="UsageException">A program refused its options; the message is its own.</exception>
    /// <exception cref="IOException">A program broke down, or left no results.</exception>
    public static async Task<RunResult[]> MeasureAsync(
        ComparedSide[] sides, IReadOnlyList<string> common, int seed, string[] folders, CancellationToken cancellationToken)
    {
        var random = new Random(seed);
        List<SidesTakingTurns> all = [];
        try
        {
            // One after another: what starts takes a processor.
            HashSet<SidesTakingTurns> alive = [];
            foreach ((ComparedSide side, string folder) in sides.Zip(folders))
            {
                var one = new SidesTakingTurns(
                    side, SideProcess.ArgumentsOf(side, [.. common, Gate.Option], seed, folder), folder);
                all.Add(one);
                if (await one.WaitAsync(cancellationToken))
                {
                    alive.Add(one);
                }
            }

            while (alive.Count > 0)
            {
                SidesTakingTurns[] order = [.. alive];
                random.Shuffle(order);
                foreach (SidesTakingTurns one in order)
                {
                    if (!await one.StepAsync(cancellationToken))
                    {
                        alive.Remove(one);
                    }
                }
            }

            return await Task.WhenAll(all.Select(one => one.ResultAsync(cancellationToken)));
        }
        finally
        {
            foreach (SidesTakingTurns one in all)
            {
                await one.DisposeAsync();
            }
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await ChildProcess.EndAsync(_process);
        await _errors;
        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>Lets it go on to its next gate.</summary>
    /// <returns>False when it has ended.</returns>
    private async Task<bool> StepAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _process.StandardInput.WriteLineAsync();
            await _process.StandardInput.FlushAsync(cancellationToken);
        }
        catch (IOException)
        {
            // It has ended; the end of its output says so.
        }

        return await WaitAsync(cancellationToken);
    }

    private async Task<bool> WaitAsync(CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(s_limit);
        try
        {
            string? line;
            do
            {
                line = await _process.StandardOutput.ReadLineAsync(limit.Token);
            }
            while (line is not null and not Gate.Word);
            return line is not null;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"{_side.Words}: a cycle did not end within {s_limit.TotalMinutes:0} min");
        }
    }

    private async Task<RunResult> ResultAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        return SideProcess.ResultOf(_side, _arguments, _process.ExitCode, await _errors, _folder);
    }
}
