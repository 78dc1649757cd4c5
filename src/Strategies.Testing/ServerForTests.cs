using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Runtime.InteropServices;
using System.Text.Json;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Strategies.Testing;

/// <summary>The real server, in a process of its own. It ends when this object is disposed of, or when this process dies.</summary>
internal sealed class ServerForTests : IAsyncDisposable
{
    private const string Assembly = "FileTransfer.Server.dll";
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly ServerReady _ready;
    private readonly HttpClient _control;

    private ServerForTests(Process process, ServerReady ready)
    {
        (_process, _ready) = (process, ready);
        _control = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = new Uri(ready.Control), Timeout = s_limit };
        // The server answers no request for another name, so that no page of a browser can ask it.
        _control.DefaultRequestHeaders.Host = "localhost";
    }

    /// <summary>Starts a server and waits until it listens.</summary>
    /// <exception cref="ConformanceException">It cannot be found, or does not start; the message has its own words.</exception>
    public static async Task<ServerForTests> StartAsync()
    {
        var start = new ProcessStartInfo(Host(), [FindAssembly(), "--until-input-closes", "--log", "faults"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        Process process = Process.Start(start)!;
        try
        {
            Task<string> errors = process.StandardError.ReadToEndAsync();
            string? line = await process.StandardOutput.ReadLineAsync().WaitAsync(s_limit).ConfigureAwait(false);
            return line is null
                ? throw new ConformanceException($"the server did not start: {(await errors.ConfigureAwait(false)).Trim()}")
                : new ServerForTests(process, JsonSerializer.Deserialize(line, ServerJson.Default.ServerReady)!);
        }
        catch
        {
            process.Kill();
            process.Dispose();
            throw;
        }
    }

    /// <summary>Options of a connection to the receiver of a transport that verifies everything.</summary>
    /// <exception cref="ConformanceException">The server has no such receiver.</exception>
    public ConnectionOptions ConnectionOver(string transport) =>
        ReceiverAddress.TryFind(_ready, transport, isVerifying: true, out EndPoint? address)
            ? new ConnectionOptions { Endpoint = address }
            : throw new ConformanceException(
                $"the server has no receiver for the transport '{transport}'; it has {string.Join(", ", _ready.Endpoints.Keys)}");

    /// <summary>What that receiver has counted so far.</summary>
    public async Task<(long Frames, long Bytes)> CountAsync(string transport)
    {
        ServerStats? stats = await _control.GetFromJsonAsync("/stats", ServerJson.Default.ServerStats).ConfigureAwait(false);
        ReceiverStats receiver = stats!.Receivers[ReceiverAddress.KindOf(transport, isVerifying: true)];
        return (receiver.Frames, receiver.Bytes);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _control.Dispose();
        _process.StandardInput.Close();
        using var limit = new CancellationTokenSource(s_limit);
        await _process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.Dispose();
    }

    private static string Host()
    {
        string host = Path.GetFullPath(Path.Combine(
            RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
        return File.Exists(host) ? host : "dotnet";
    }

    /// <summary>Where the package copies the server, or where a build of the source tree puts it.</summary>
    private static string FindAssembly()
    {
        string here = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        string[] candidates =
        [
            Path.Combine(here, "filetransfer-server", Assembly),
            Path.GetFullPath(Path.Combine(here, "..", "..", "FileTransfer.Server", Path.GetFileName(here), Assembly)),
        ];
        return candidates.FirstOrDefault(File.Exists) ?? throw new ConformanceException(
            $"the server program is missing; looked for {string.Join(" and ", candidates)}. "
            + "The package FileTransfer.Strategies.Testing copies it; refer to it by PackageReference");
    }
}
