using System.Diagnostics;
using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Launching;

/// <summary>A sender process: this program again. It ends when its input is closed, however this process ends.</summary>
internal sealed class SenderProcess : ISender
{
    /// <summary>A transfer that makes no progress fails by itself within a minute, so only a process that hangs takes longer.</summary>
    private static readonly TimeSpan s_longestSilence = TimeSpan.FromMinutes(3);

    /// <summary>A transfer at 10 MB/s, so that a slow path is no hanging process.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private static readonly TimeSpan s_endLimit = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly Task<string> _errors;
    private readonly string _folder;
    private TimeSpan _ofTheLaunch;
    private string _record = "";
    private string? _failure;
    private int _launches;

    private SenderProcess(Process process, string folder)
    {
        _process = process;
        _folder = folder;
        _errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
    }

    /// <summary>How long it may take for an answer, beside what its launch takes by itself.</summary>
    public TimeSpan LongestSilence { get; set; } = s_longestSilence;

    /// <inheritdoc/>
    public bool NeedsRehearsal => true;

    /// <inheritdoc/>
    public bool IsUsable { get; private set; } = true;

    /// <summary>Starts a sender process, and waits until it listens.</summary>
    /// <param name="folder">Folder of its plans and records; is created.</param>
    /// <param name="server">Control address of its server.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <param name="variables">Its environment variables beside ours; null removes one.</param>
    /// <exception cref="IOException">It cannot be started.</exception>
    public static async Task<SenderProcess> StartAsync(
        string folder, Uri server, CancellationToken cancellationToken, IReadOnlyDictionary<string, string?>? variables = null)
    {
        Directory.CreateDirectory(folder);
        ProcessStartInfo start = ThisProgram.File.StartWith(LaunchPlan.Command);
        start.Environment[LaunchPlan.ServerVariable] = server.ToString();
        HotCode.ApplyTo(start);
        start.Set(variables);
        var sender = new SenderProcess(ChildProcess.Start(start, ChildProcess.NoRoomFor("the sender")), folder);
        try
        {
            await sender.AskAsync(instruction: null, Instructions.Ready, cancellationToken);
            return sender;
        }
        catch
        {
            await sender.DisposeAsync();
            throw;
        }
    }

    /// <inheritdoc/>
    public Task<bool> PrepareAsync(LaunchPlan plan, CancellationToken cancellationToken)
    {
        string path = Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"plan-{++_launches}.json"));
        _record = Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"record-{_launches}.json"));
        _failure = null;
        _ofTheLaunch = plan.Profile.LongestWarmup + TimeSpan.FromSeconds(plan.Payload.Payload.Length / SlowestBytesPerSecond);
        (plan with { Record = _record }).Save(path);
        return AskAsync($"{Instructions.Launch} {path}", Instructions.Ready, cancellationToken);
    }

    /// <inheritdoc/>
    public async Task<bool?> SettleAsync(CancellationToken cancellationToken) =>
        await AskAsync(Instructions.Settle, [Instructions.Settling, Instructions.Settled], cancellationToken) switch
        {
            null => null,
            var answer => answer == Instructions.Settled,
        };

    /// <inheritdoc/>
    public Task<bool> BeginAsync(CancellationToken cancellationToken) =>
        AskAsync(Instructions.Begin, Instructions.Ready, cancellationToken);

    /// <inheritdoc/>
    public Task<bool> TakeTurnAsync(int cycle, int position, CancellationToken cancellationToken) => AskAsync(
        string.Create(CultureInfo.InvariantCulture, $"{Instructions.Turn} {cycle} {position}"), Instructions.Done, cancellationToken);

    /// <inheritdoc/>
    public async Task<FinishedLaunch> FinishAsync(CancellationToken cancellationToken)
    {
        if (IsUsable)
        {
            await AskAsync(Instructions.Finish, Instructions.Finished, cancellationToken);
        }

        LaunchRecord? record = File.Exists(_record) ? LaunchRecord.Load(_record) : null;
        if (IsUsable)
        {
            return new FinishedLaunch(new LaunchOutput(_process.Id, ExitCode.Success, record?.Lines ?? [], ""), record);
        }

        await SignalledExit.ThrowIfCancelledAsync(_process.ExitCode, cancellationToken);
        record = _failure is null ? record : new LaunchRecord { Failure = _failure };
        return new FinishedLaunch(new LaunchOutput(_process.Id, _process.ExitCode, record?.Lines ?? [], await _errors), record);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (IsUsable)
        {
            await WriteAsync(Instructions.End, CancellationToken.None);
            await WaitForEndAsync(CancellationToken.None);
        }

        await ChildProcess.EndAsync(_process);
        await _errors;
        _process.Dispose();
    }

    private async Task<bool> AskAsync(string? instruction, string expected, CancellationToken cancellationToken) =>
        await AskAsync(instruction, [expected], cancellationToken) is not null;

    /// <summary>Tells the process something, and waits for its answer. Another answer than those expected ends it.</summary>
    /// <returns>The answer; null when it was none of those expected.</returns>
    private async Task<string?> AskAsync(string? instruction, string[] expected, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        TimeSpan longest = LongestSilence + _ofTheLaunch;
        limit.CancelAfter(longest);
        try
        {
            if (instruction is not null)
            {
                await WriteAsync(instruction, limit.Token);
            }

            string? answer = await _process.StandardOutput.ReadLineAsync(limit.Token);
            if (expected.Contains(answer))
            {
                return answer;
            }

            IsUsable = false;
            await WaitForEndAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            IsUsable = false;
            _failure = string.Create(
                CultureInfo.InvariantCulture,
                $"the sender did not answer '{instruction?.Split(' ')[0]}' within {longest.TotalSeconds:0} s and was ended; see whether it "
                + $"was suspended, or the machine is overloaded, and measure again");
            await ChildProcess.EndAsync(_process);
        }
        catch
        {
            IsUsable = false;
            throw;
        }

        return null;
    }

    private async Task WriteAsync(string instruction, CancellationToken cancellationToken)
    {
        try
        {
            await _process.StandardInput.WriteAsync($"{instruction}\n".AsMemory(), cancellationToken);
            await _process.StandardInput.FlushAsync(cancellationToken);
        }
        catch (IOException)
        {
            // The process has ended; the end of its output says so.
        }
    }

    /// <summary>Waits for the end of a process that is to end by itself, and ends it otherwise.</summary>
    private async Task WaitForEndAsync(CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(s_endLimit);
        await _process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await ChildProcess.EndAsync(_process);
    }
}
