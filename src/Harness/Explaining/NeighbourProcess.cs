using System.Diagnostics;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Explaining;

/// <summary>
/// A busy neighbour: a process that keeps every processor busy for the time of a turn. It ends when its input is closed, however this
/// process ends.
/// </summary>
internal sealed class NeighbourProcess : IAsyncDisposable
{
    /// <summary>The only argument of the process.</summary>
    public const string Command = "neighbour";

    private const string Begin = "begin";
    private const string End = "end";
    private const string Done = "done";

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);

    private Process? _process;

    /// <summary>Begins to keep the processors busy.</summary>
    /// <exception cref="IOException">The process cannot be started, or does not answer.</exception>
    public async Task BeginAsync(CancellationToken cancellationToken)
    {
        _process ??= ChildProcess.Start(
            ThisProgram.File.StartWith(Command), ChildProcess.NoRoomFor("the neighbour"));
        await TellAsync(Begin, cancellationToken);
    }

    /// <summary>Ends it.</summary>
    public Task EndAsync(CancellationToken cancellationToken) => TellAsync(End, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
        {
            await ChildProcess.EndAsync(_process);
            _process.Dispose();
        }
    }

    /// <summary>The process itself: keeps the processors busy while it is told to, until its input is closed.</summary>
    public static int Run()
    {
        using var isOn = new ManualResetEventSlim();
        foreach (int processor in ProcessorMask.Allowed())
        {
            new Thread(() => Work(processor, isOn)) { IsBackground = true }.Start();
        }

        while (Console.In.ReadLine() is { } word)
        {
            if (word == Begin)
            {
                isOn.Set();
            }
            else
            {
                isOn.Reset();
            }

            Console.Out.WriteLine(Done);
        }

        return 0;
    }

    private static void Work(int processor, ManualResetEventSlim isOn)
    {
        if (OperatingSystem.IsLinux())
        {
            ProcessorPin.ThisThreadToCpu(processor);
        }

        while (true)
        {
            isOn.Wait();
            while (isOn.IsSet)
            {
                Thread.SpinWait(1);
            }
        }
    }

    private async Task TellAsync(string word, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(s_limit);
        try
        {
            await _process!.StandardInput.WriteLineAsync(word.AsMemory(), limit.Token);
            await _process.StandardInput.FlushAsync(limit.Token);
            if (await _process.StandardOutput.ReadLineAsync(limit.Token) != Done)
            {
                throw new IOException("the neighbour ended before it was told to; measure again");
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"the neighbour did not answer within {s_limit.TotalSeconds:0} s; measure again");
        }
    }
}
