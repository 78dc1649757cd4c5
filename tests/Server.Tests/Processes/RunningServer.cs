using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace FileTransfer.Server.Tests.Processes;

/// <summary>A server in a process of its own that has said it is ready.</summary>
internal sealed class RunningServer : IAsyncDisposable
{
    private readonly Process _process;
    private readonly HttpClient _http;
    private readonly StringBuilder _errors = new();

    private RunningServer(Process process, string readyLine)
    {
        _process = process;
        _process.ErrorDataReceived += (_, line) =>
        {
            lock (_errors)
            {
                _errors.Append(line.Data).Append('\n');
            }
        };
        _process.BeginErrorReadLine();
        ReadyLine = readyLine;
        using JsonDocument ready = JsonDocument.Parse(readyLine);
        _http = new HttpClient
        {
            BaseAddress = new Uri(ready.RootElement.GetProperty("control").GetString()!),
            Timeout = ServerCommand.Limit,
        };
        Addresses = ready.RootElement.GetProperty("endpoints").EnumerateObject()
            .ToDictionary(property => property.Name, property => property.Value.GetString()!);
        Endpoints = ready.RootElement.GetProperty("endpoints").EnumerateObject()
            .Where(property => property.Name.StartsWith("tcp", StringComparison.Ordinal))
            .ToDictionary(property => property.Name, property => IPEndPoint.Parse(property.Value.GetString()!));
    }

    /// <summary>The line it printed, as it stands.</summary>
    public string ReadyLine { get; }

    /// <summary>What it has written to standard error so far.</summary>
    public string Errors
    {
        get
        {
            lock (_errors)
            {
                return _errors.ToString();
            }
        }
    }

    /// <summary>All receivers, as it names them.</summary>
    public IReadOnlyDictionary<string, string> Addresses { get; }

    /// <summary>The receivers that listen on a port.</summary>
    public IReadOnlyDictionary<string, IPEndPoint> Endpoints { get; }

    public Uri Control => _http.BaseAddress!;

    public int Id => _process.Id;

    public static Task<RunningServer> StartAsync(params string[] arguments) => WhenReadyAsync(ServerCommand.Start(arguments));

    /// <summary>Starts it under another program, such as taskset.</summary>
    public static Task<RunningServer> StartUnderAsync(string launcher, string[] launcherArguments, params string[] arguments) =>
        WhenReadyAsync(ServerCommand.Start(arguments, launcher, launcherArguments));

    public Task<WireClient> ConnectAsync(string kind = "tcp-verify") => WireClient.ConnectAsync(Endpoints[kind]);

    public Task<HttpResponseMessage> GetAsync(string path) => _http.GetAsync(new Uri(path, UriKind.Relative));

    public async Task<JsonElement> GetJsonAsync(string path)
    {
        using var document = JsonDocument.Parse(await _http.GetStringAsync(new Uri(path, UriKind.Relative)));
        return document.RootElement.Clone();
    }

    public async Task<JsonElement> GetStatsAsync(string kind) => (await GetJsonAsync("/stats")).GetProperty("receivers").GetProperty(kind);

    /// <summary>Asks until the statistics are as expected, which is once another thread has noticed.</summary>
    public async Task<JsonElement> WaitForStatsAsync(string kind, Func<JsonElement, bool> expected)
    {
        using var limit = new CancellationTokenSource(ServerCommand.Limit);
        JsonElement stats = await GetStatsAsync(kind);
        while (!expected(stats))
        {
            Assert.False(limit.IsCancellationRequested, $"the statistics remain {stats}");
            await Task.Delay(10, CancellationToken.None);
            stats = await GetStatsAsync(kind);
        }

        return stats;
    }

    /// <summary>Waits until a line of its standard error contains the words.</summary>
    public void WaitForError(string words) =>
        Assert.True(
            SpinWait.SpinUntil(() => Errors.Contains(words, StringComparison.Ordinal), ServerCommand.Limit),
            $"no '{words}' in: {Errors}");

    /// <summary>Waits until it has ended by itself; its exit code.</summary>
    public async Task<int> WaitForExitAsync()
    {
        await _process.WaitForExitAsync().WaitAsync(ServerCommand.Limit);
        return _process.ExitCode;
    }

    /// <summary>Presents a token to the control endpoint from now on.</summary>
    public void Authorize(string token) => _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);

    public void CloseInput() => _process.StandardInput.Close();

    public void Send(UnixSignal signal) => signal.SendTo(_process.Id);

    /// <summary>Waits until it has ended by itself, and expects exit code 0.</summary>
    public async Task AssertEndsWellAsync()
    {
        await _process.WaitForExitAsync().WaitAsync(ServerCommand.Limit);
        Assert.True(
            _process.ExitCode == 0,
            $"a server that is told to stop ends with 0; this one ended with {_process.ExitCode}: "
            + Errors);
    }

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        using (_process)
        {
            _process.Kill();
            await _process.WaitForExitAsync().WaitAsync(ServerCommand.Limit);
        }
    }

    private static async Task<RunningServer> WhenReadyAsync(Process process)
    {
        try
        {
            string? line = await process.StandardOutput.ReadLineAsync().WaitAsync(ServerCommand.Limit);
            return line is null
                ? throw new InvalidOperationException($"the server did not get ready: {await process.StandardError.ReadToEndAsync()}")
                : new RunningServer(process, line);
        }
        catch
        {
            process.Kill();
            process.Dispose();
            throw;
        }
    }
}
