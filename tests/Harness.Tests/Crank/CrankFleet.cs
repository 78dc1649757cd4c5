using System.Diagnostics;
using System.Globalization;
using System.Net.NetworkInformation;
using System.Text.Json;
using FileTransfer.Harness.Measuring;
using FileTransfer.Harness.Tests.Commands;
using Xunit;

namespace FileTransfer.Harness.Tests.Crank;

/// <summary>crank's agent on loopback, and runs of our scenarios on it by crank's controller.</summary>
internal sealed class CrankFleet : IAsyncDisposable
{
    private const string Config = "filetransfer.benchmarks.yml";
    private const int ServerPorts = 20;
    private static readonly TimeSpan s_startLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(20);

    private readonly TemporaryFolder _folder = new();
    private readonly CrankTool _tool;
    private readonly Process _agent;
    private readonly string _endpoint;
    private readonly int _port = FreePort(ServerPorts);

    private CrankFleet(CrankTool tool)
    {
        _tool = tool;
        _endpoint = $"http://127.0.0.1:{FreePort(1)}";
        File.WriteAllText(_folder.File(Config), OurConfig());
        Directory.CreateDirectory(Samples);
        string work = Directory.CreateDirectory(_folder.File("agent")).FullName;
        var start = new ProcessStartInfo(
            tool.Agent[0],
            [
                .. tool.Agent.Skip(1), "--url", _endpoint, "--hostname", "127.0.0.1",
                "--dotnethome", Path.GetDirectoryName(DotnetHost.Path)!, "--build-path", work,
            ])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        _agent = Process.Start(start)!;
        _agent.OutputDataReceived += (_, _) => { };
        _agent.ErrorDataReceived += (_, _) => { };
        _agent.BeginOutputReadLine();
        _agent.BeginErrorReadLine();
    }

    /// <summary>Folder of the senders' own results, with every sample.</summary>
    public string Samples => _folder.File("samples");

    /// <summary>Control address of the server that a scenario starts.</summary>
    public Uri Control => new(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{_port}"));

    /// <summary>Starts an agent, and waits until it answers.</summary>
    public static async Task<CrankFleet> StartAsync(CrankTool tool)
    {
        var fleet = new CrankFleet(tool);
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
            limit.CancelAfter(s_startLimit);
            using var client = new HttpClient();
            while (true)
            {
                try
                {
                    using HttpResponseMessage answer = await client.GetAsync(new Uri(fleet._endpoint), limit.Token);
                    return fleet;
                }
                catch (HttpRequestException)
                {
                    Assert.False(fleet._agent.HasExited, "crank's agent ended by itself");
                    await Task.Delay(100, limit.Token);
                }
            }
        }
        catch
        {
            await fleet.DisposeAsync();
            throw;
        }
    }

    /// <summary>Runs a scenario; its result as crank wrote it, and what the controller printed.</summary>
    /// <param name="scenario">Name of the scenario.</param>
    /// <param name="senders">Number of senders, all on this agent.</param>
    /// <param name="options">More options of the controller.</param>
    public async Task<(int ExitCode, JsonElement Result, string Output)> RunAsync(string scenario, int senders, params string[] options)
    {
        string result = _folder.File("out.json");
        (int exitCode, string output) = await Dotnet.TryAsync(
            _folder.Path,
            _tool.Controller[0],
            [
                .. _tool.Controller.Skip(1), "--config", _folder.File(Config), "--scenario", scenario, "--profile", "hosts",
                "--json", result,
                "--application.endpoints", _endpoint,
                .. Enumerable.Range(0, senders).SelectMany(_ => (string[])["--sender.endpoints", _endpoint]),
                "--variable", string.Create(CultureInfo.InvariantCulture, $"serverPort={_port}"),
                "--variable", string.Create(CultureInfo.InvariantCulture, $"servers={Control}"),
                "--variable", string.Create(CultureInfo.InvariantCulture, $"senders={senders}"),
                "--variable", $"senderOptions=--output {Samples} --max-lateness 1m",
                .. options,
            ]);
        Assert.True(File.Exists(result), output);
        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(result, TestContext.Current.CancellationToken));
        return (exitCode, document.RootElement.GetProperty("jobResults").GetProperty("jobs").Clone(), output);
    }

    public async ValueTask DisposeAsync()
    {
        using (_agent)
        {
            if (!_agent.HasExited)
            {
                // Jobs are its children, and end with it.
                _agent.Kill(entireProcessTree: true);
                using var limit = new CancellationTokenSource(s_stopLimit);
                await _agent.WaitForExitAsync(limit.Token);
            }
        }

        _folder.Dispose();
    }

    /// <summary>The configuration that users have, with the programs of this build in place of those that are sent to agents.</summary>
    private static string OurConfig()
    {
        string text = File.ReadAllText(Path.Combine(Golden.Root, "crank", Config));
        const string Source = "    source:\n      localFolder: ../artifacts/crank\n    executable: dotnet\n";
        const string Program = "FileTransfer.Harness.dll";
        Assert.Contains(Source, text, StringComparison.Ordinal);
        string build = Path.GetFileName(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        string program = Path.Combine(Golden.Root, "artifacts", "bin", "FileTransfer.Harness", build, Program);
        return text
            .Replace(Source, $"    executable: {DotnetHost.Path}\n", StringComparison.Ordinal)
            .Replace($"\"{Program}", $"\"{program}", StringComparison.Ordinal);
    }

    /// <summary>The first of several ports that nobody listens on.</summary>
    private static int FreePort(int count)
    {
        HashSet<int> taken = [.. IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners().Select(endpoint => endpoint.Port)];
        while (true)
        {
            int first = Random.Shared.Next(12_000, 19_000);
            if (!Enumerable.Range(first, count).Any(taken.Contains))
            {
                return first;
            }
        }
    }
}
