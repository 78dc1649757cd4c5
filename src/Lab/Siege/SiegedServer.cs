using System.Diagnostics;
using System.Net;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Lab.Siege;

/// <summary>A server of its own for one part of a siege, and what the system tells of its process. Linux only.</summary>
internal sealed class SiegedServer : IAsyncDisposable
{
    private readonly ServerProcess _process;
    private readonly ControlClient _control;
    private readonly string _kind;

    private SiegedServer(ServerProcess process, string kind)
    {
        _kind = kind;
        _process = process;
        _control = new ControlClient(process.Control);
        Endpoint = IPEndPoint.Parse(process.Ready.Endpoints[kind].Replace("http://", "", StringComparison.Ordinal));
    }

    /// <summary>Where clients connect.</summary>
    public IPEndPoint Endpoint { get; }

    /// <summary>Number of threads.</summary>
    public int Threads => (int)Status("Threads");

    /// <summary>Working set in bytes.</summary>
    public long WorkingSet => Status("VmRSS") << 10;

    /// <summary>Number of open descriptors.</summary>
    public int Descriptors => Directory.EnumerateFileSystemEntries($"/proc/{_process.Id}/fd").Count();

    /// <summary>Starts a server with the options.</summary>
    /// <exception cref="ServerException">It did not start.</exception>
    public static Task<SiegedServer> StartAsync(CancellationToken cancellationToken, params string[] options) =>
        StartAsync("tcp", cancellationToken, options);

    /// <summary>Starts a server with the options, to be sieged at a receiver of this kind.</summary>
    /// <exception cref="ServerException">It did not start.</exception>
    public static async Task<SiegedServer> StartAsync(string kind, CancellationToken cancellationToken, params string[] options) =>
        new(await ServerProcess.StartAsync(["--log", "faults", .. options], cancellationToken), kind);

    /// <summary>What its receiver has counted.</summary>
    public async Task<ReceiverStats> GetStatsAsync(CancellationToken cancellationToken) =>
        (await _control.GetStatsAsync(cancellationToken)).Receivers[_kind];

    /// <summary>Waits until it holds so many connections; how many it holds after the limit.</summary>
    public async Task<long> WaitForConnectionsAsync(long wanted, TimeSpan limit, CancellationToken cancellationToken)
    {
        long deadline = Environment.TickCount64 + (long)limit.TotalMilliseconds;
        long open;
        while ((open = (await GetStatsAsync(cancellationToken)).OpenConnections) != wanted && Environment.TickCount64 < deadline)
        {
            await Task.Delay(20, cancellationToken);
        }

        return open;
    }

    /// <summary>Ends it at once: SIGKILL.</summary>
    public void Kill()
    {
        using Process process = Process.GetProcessById(_process.Id);
        process.Kill();
        process.WaitForExit();
    }

    /// <summary>Suspends it for a time: SIGSTOP, then SIGCONT.</summary>
    public async Task SuspendAsync(TimeSpan time, CancellationToken cancellationToken)
    {
        await SignalAsync("STOP", cancellationToken);
        try
        {
            await Task.Delay(time, cancellationToken);
        }
        finally
        {
            await SignalAsync("CONT", CancellationToken.None);
        }
    }

    /// <summary>Tells it to stop, and waits until it has ended.</summary>
    public Task<int> StopAsync(CancellationToken cancellationToken) => _process.StopAsync(cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _control.Dispose();
        await _process.DisposeAsync();
    }

    private async Task SignalAsync(string signal, CancellationToken cancellationToken)
    {
        using Process kill = Process.Start("/bin/sh", ["-c", $"kill -{signal} {_process.Id}"]);
        await kill.WaitForExitAsync(cancellationToken);
    }

    private long Status(string name) => (long)SystemFiles.OfThisMachine.Number($"/proc/{_process.Id}/status", name)!.Value;
}
