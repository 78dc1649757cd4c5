using System.Diagnostics;
using System.Globalization;
using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Explaining;

/// <summary>
/// Traces events of the scheduler and of TCP, in an instance of tracefs of its own, by a process that removes the instance when its input
/// is closed, however this process ends. Linux, for those who may use tracefs.
/// </summary>
internal sealed class KernelTracer : IAsyncDisposable
{
    /// <summary>The only argument of the process.</summary>
    public const string Command = "trace-kernel";

    private const string Ready = "ready";
    private const string Stop = "stop";
    private const string Over = "over";
    private const string BufferKilobytes = "8192";

    private static readonly string[] s_roots = ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"];
    private static readonly string[] s_events = ["sched/sched_switch", "sched/sched_wakeup", "tcp/tcp_retransmit_skb"];
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private readonly Process _process;

    private KernelTracer(Process process) => _process = process;

    /// <summary>Why nothing can be traced here; null when it can.</summary>
    public static string? WhyNot() => Root() is null
        ? "the kernel's events cannot be traced here (tracefs is not mounted, or needs root), so that slow transfers have counters only"
        : null;

    /// <summary>Begins to trace; null, with the reason, when that fails.</summary>
    public static async Task<KernelTracer?> StartAsync(CancellationToken cancellationToken)
    {
        var tracer = new KernelTracer(ChildProcess.Start(
            ThisProgram.File.StartWith(Command), ChildProcess.NoRoomFor("the tracer")));
        if (await tracer.NextAsync(cancellationToken) == Ready)
        {
            return tracer;
        }

        await tracer.DisposeAsync();
        return null;
    }

    /// <summary>Ends, and returns what was traced.</summary>
    public async Task<IReadOnlyList<KernelEvent>> StopAsync(CancellationToken cancellationToken)
    {
        await _process.StandardInput.WriteLineAsync(Stop.AsMemory(), cancellationToken);
        await _process.StandardInput.FlushAsync(cancellationToken);
        List<string> lines = [];
        while (await NextAsync(cancellationToken) is { } line && line != Over)
        {
            lines.Add(line);
        }

        return [.. KernelEvent.Parse(lines)];
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        using var limit = new CancellationTokenSource(s_limit);
        await _process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await ChildProcess.EndAsync(_process);
        _process.Dispose();
    }

    /// <summary>The process itself.</summary>
    public static int Run()
    {
        if (Root() is not { } root)
        {
            return 1;
        }

        string own = Path.Combine(root, "instances", string.Create(CultureInfo.InvariantCulture, $"filetransfer-{Environment.ProcessId}"));
        try
        {
            Directory.CreateDirectory(own);
            // The clock of Stopwatch.
            File.WriteAllText(Path.Combine(own, "trace_clock"), "mono");
            File.WriteAllText(Path.Combine(own, "buffer_size_kb"), BufferKilobytes);
            foreach (string name in s_events.Where(name => Directory.Exists(Path.Combine(own, "events", name))))
            {
                File.WriteAllText(Path.Combine(own, "events", name, "enable"), "1");
            }

            Console.WriteLine(Ready);
            if (Console.In.ReadLine() == Stop)
            {
                File.WriteAllText(Path.Combine(own, "tracing_on"), "0");
                foreach (string line in File.ReadLines(Path.Combine(own, "trace")))
                {
                    Console.WriteLine(line);
                }

                Console.WriteLine(Over);
                // Whoever started it closes its input when it has read everything.
                Console.In.ReadLine();
            }

            return 0;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return 1;
        }
        finally
        {
            Remove(own);
        }
    }

    private static string? Root() => OperatingSystem.IsLinux()
        ? s_roots.FirstOrDefault(root => Directory.Exists(Path.Combine(root, "events", "sched", "sched_switch")) && IsWritable(root))
        : null;

    private static bool IsWritable(string root)
    {
        try
        {
            using FileStream file = new(Path.Combine(root, "trace_clock"), FileMode.Open, FileAccess.Write);
            return Directory.Exists(Path.Combine(root, "instances"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>The folder of an instance goes as a whole: its files cannot be deleted one by one.</summary>
    private static void Remove(string own)
    {
        try
        {
            Directory.Delete(own);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It was never made.
        }
    }

    private async Task<string?> NextAsync(CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(s_limit);
        return await _process.StandardOutput.ReadLineAsync(limit.Token);
    }
}
