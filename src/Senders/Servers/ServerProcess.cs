using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using FileTransfer.Links;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Servers;

/// <summary>A server process started by the harness. It ends when this object is disposed or when this process dies.</summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    private const string Name = "FileTransfer.Server";
    private static readonly TimeSpan s_startLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(10);

    private readonly Process _process;

    private ServerProcess(Process process, ServerReady ready)
    {
        _process = process;
        Ready = ready;
    }

    /// <summary>Addresses of its receivers.</summary>
    public ServerReady Ready { get; }

    public Uri Control => new(Ready.Control);

    /// <summary>False once it has died.</summary>
    public bool IsAlive => !_process.HasExited;

    public int Id => _process.Id;

    /// <summary>Starts a server and waits until it listens.</summary>
    /// <exception cref="ServerException">It could not be found or did not start; the message includes its own error output.</exception>
    public static async Task<ServerProcess> StartAsync(
        IEnumerable<string> arguments,
        CancellationToken cancellationToken,
        IReadOnlyDictionary<string, string?>? variables = null)
    {
        LinkReady? link = LinkReady.Current;
        ProcessStartInfo start = Find().StartWith(["--until-input-closes", .. AddressesOn(link), .. arguments]);
        HotCode.ApplyTo(start);
        start.Set(variables);
        var errors = new ServerErrors(Console.Error);
        Process process = ChildProcess.Start(link?.AtReceiver(start) ?? start, ChildProcess.NoRoomFor("the server"));
        try
        {
            process.ErrorDataReceived += (_, line) => errors.Add(line.Data);
            process.BeginErrorReadLine();
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(s_startLimit);
            string? line = await process.StandardOutput.ReadLineAsync(limit.Token);
            if (line is null)
            {
                await process.WaitForExitAsync(limit.Token);
                await SignalledExit.ThrowIfCancelledAsync(process.ExitCode, cancellationToken);
                throw new ServerException(errors.BeforeReady is { Length: > 0 } words
                    ? words
                    : $"the server exited at once with exit code {process.ExitCode}")
                {
                    IsUsage = process.ExitCode == ExitCode.Usage,
                };
            }

            var server = new ServerProcess(process, ParseReady(line));
            errors.BecomeReady();
            return server;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            await EndAsync(process);
            throw new ServerException(
                $"the server was not ready within {s_startLimit.TotalSeconds:0} s; "
                + "stop other programs and try again, or start it by 'serve' to see why");
        }
        catch
        {
            await EndAsync(process);
            throw;
        }
    }

    /// <summary>Server options that match the options of the sender.</summary>
    /// <param name="sender">The sender's options.</param>
    /// <param name="files">Folder or file that the server is to serve, or null.</param>
    /// <param name="keep">Folder into which it is to write what it receives, or null.</param>
    /// <param name="transports">The transports to be used, or null for that of the sender.</param>
    public static IEnumerable<string> ArgumentsFor(
        SenderOptions sender,
        string? files = null,
        string? keep = null,
        IEnumerable<string>? transports = null) => (((string Name, string? Value)[])
        [
            ("--receivers", string.Join(',', ReceiversFor(transports ?? [sender.Transport]))),
            // What happens to a sender, the harness tells itself.
            ("--log", "faults"),
            // Nobody but this run asks for messages: as much as several of the longest take.
            ("--max-messages", "4G"),
            ("--files", files),
            ("--keep", keep),
            ("--congestion-control", sender.CongestionControl),
            ("--receiver-wait", sender.ReceiverWait.ToString()),
            ("--receiver-buffer", sender.ReceiverBuffer?.ToString()),
            ("--socket-buffer", sender.SocketBuffer?.ToString()),
            ("--buffer-offset", sender.BufferOffset?.ToString(CultureInfo.InvariantCulture)),
            ("--cpu", sender.ReceiverCpu?.ToString(CultureInfo.InvariantCulture)),
        ])
        .Where(option => option.Value is not null)
        .SelectMany(option => (string[])[option.Name, option.Value!]);

    /// <summary>The server's help: the options of <c>serve</c>.</summary>
    /// <exception cref="ServerException">The server could not be found.</exception>
    public static async Task<string> HelpAsync(CancellationToken cancellationToken) => (await ChildProcess.RunAsync(
        Find().StartWith("--help"),
        ChildProcess.NoRoomFor("the server"),
        s_startLimit,
        cancellationToken)).Output;

    /// <summary>Tells the server to stop, and waits until it has ended; its exit code.</summary>
    public Task<int> StopAsync(CancellationToken cancellationToken)
    {
        _process.StandardInput.Close();
        return WaitForExitAsync(cancellationToken);
    }

    /// <summary>Waits until the server ends by itself.</summary>
    public async Task<int> WaitForExitAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        return _process.ExitCode;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
            using var limit = new CancellationTokenSource(s_stopLimit);
            await _process.WaitForExitAsync(limit.Token);
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            // It did not exit by itself in time.
        }

        await EndAsync(_process);
    }

    /// <summary>
    /// Kinds of the receivers for some transports. The empty round trip of all but named pipes and AF_UNIX is measured over TCP.
    /// </summary>
    private static IEnumerable<string> ReceiversFor(IEnumerable<string> transports) => transports
        .Prepend(Transport.Tcp)
        .SelectMany(transport => Transport.HasVerifyingReceiver(transport)
            ? (string[])[ReceiverAddress.KindOf(transport, isVerifying: false), ReceiverAddress.KindOf(transport, isVerifying: true)]
            : [ReceiverAddress.KindOf(transport, isVerifying: false)])
        .Distinct();

    /// <summary>At the other end of a link, data comes over the link, and questions over the other cable.</summary>
    private static string[] AddressesOn(LinkReady? link) => link is null
        ? []
        : ["--bind", LinkReady.ReceiverAddress, "--control", LinkReady.ReceiverControlAddress, "--alone"];

    private static ServerReady ParseReady(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, ServerJson.Default.ServerReady) ?? throw new JsonException();
        }
        catch (JsonException)
        {
            throw new ServerException($"the server printed '{line}' instead of its addresses");
        }
    }

    private static async Task EndAsync(Process process)
    {
        using (process)
        {
            await ChildProcess.EndAsync(process);
        }
    }

    /// <summary>
    /// The server: beside this program, in a folder of its own there, or in the artifacts layout of a build,
    /// ../../FileTransfer.Server/release.
    /// </summary>
    private static ProgramFile Find()
    {
        const string ServerAssembly = $"{Name}.dll";
        string here = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        string[] candidates =
        [
            Path.Combine(here, ServerAssembly),
            // Where the package FileTransfer.BenchmarkDotNet puts it.
            Path.Combine(here, Name, ServerAssembly),
            Path.GetFullPath(Path.Combine(here, "..", "..", Name, Path.GetFileName(here), ServerAssembly)),
        ];
        string found = candidates.FirstOrDefault(
            candidate => File.Exists(candidate) && File.Exists(Path.ChangeExtension(candidate, "runtimeconfig.json")))
            ?? throw new ServerException(
                $"the server program is missing; looked for {string.Join(" and ", candidates)}. "
                + "Build the whole solution, or use --server URL");
        return new ProgramFile(found, Name);
    }
}
