using System.Diagnostics;
using System.Globalization;
using System.Net.NetworkInformation;
using System.Text.Json;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Senders.Processes;

namespace FileTransfer.Harness.Tests.Crank;

/// <summary>crank's agents, and runs of our scenarios on them by crank's controller.</summary>
internal sealed class CrankFleet : IAsyncDisposable
{
    private const string Config = "filetransfer.benchmarks.yml";
    private const string Loopback = "127.0.0.1";
    private const int ServerPorts = 20;
    private static readonly TimeSpan s_startLimit = Hang.Limit;
    private static readonly TimeSpan s_stopLimit = Hang.Limit;

    private readonly TemporaryFolder _folder = new();
    private readonly CrankTool _tool;
    private readonly (string Address, string[] Prefix)[] _hosts;
    private readonly List<Process> _agents = [];
    private readonly int _agentPort = FreePort(1);
    private readonly int _port = FreePort(ServerPorts);

    private CrankFleet(CrankTool tool, (string Address, string[] Prefix)[] hosts)
    {
        _tool = tool;
        _hosts = hosts;
        File.WriteAllText(_folder.File(Config), OurConfig());
        Directory.CreateDirectory(Samples);
        foreach ((string address, string[] prefix) in hosts)
        {
            string work = Directory.CreateDirectory(_folder.File($"agent-{address}")).FullName;
            string[] command =
            [
                .. prefix, .. tool.Agent, "--url", Url(address, _agentPort), "--hostname", address,
                "--dotnethome", Path.GetDirectoryName(DotnetHost.Path)!, "--build-path", work,
            ];
            Process agent = Process.Start(new ProcessStartInfo(command[0], command.Skip(1))
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            agent.OutputDataReceived += (_, _) => { };
            agent.ErrorDataReceived += (_, _) => { };
            agent.BeginOutputReadLine();
            agent.BeginErrorReadLine();
            _agents.Add(agent);
        }
    }

    /// <summary>Number of hosts, with an agent on each.</summary>
    public int Hosts => _hosts.Length;

    /// <summary>Folder of the senders' own results, with every sample.</summary>
    public string Samples => _folder.File("samples");

    /// <summary>Skips a test that counts frames where curl(1) is missing.</summary>
    public static void SkipUnlessCountable() => Assert.SkipUnless(File.Exists("/usr/bin/curl"), "needs curl");

    /// <summary>Starts an agent on loopback, and waits until it listens.</summary>
    public static Task<CrankFleet> StartAsync(CrankTool tool) => StartAsync(tool, [(Loopback, [])]);

    /// <summary>Starts an agent on each of two hosts, and waits until they listen.</summary>
    public static Task<CrankFleet> StartAsync(CrankTool tool, TwoHosts hosts) =>
        StartAsync(tool, [(TwoHosts.ReceiverAddress, hosts.OnReceiver), (TwoHosts.SenderAddress, hosts.OnSender)]);

    /// <summary>Runs a scenario; its result as crank wrote it, if it did, and what the controller printed.</summary>
    /// <param name="scenario">Name of the scenario.</param>
    /// <param name="senders">Number of senders; each agent in turn gets one.</param>
    /// <param name="options">More options of the controller.</param>
    public async Task<(int ExitCode, JsonElement Result, string Output)> RunAsync(string scenario, int senders, params string[] options)
    {
        string result = _folder.File("out.json");
        string[] endpoints = [.. _hosts.Select(host => Url(host.Address, _agentPort))];
        string servers = string.Join(',', _hosts.Select(host => Url(host.Address, _port)));
        string[] command =
        [
            .. _hosts[0].Prefix, .. _tool.Controller, "--config", _folder.File(Config), "--scenario", scenario, "--profile", "hosts",
            "--json", result,
            .. endpoints.SelectMany(endpoint => (string[])["--application.endpoints", endpoint]),
            .. Enumerable.Range(0, senders).SelectMany(i => (string[])["--sender.endpoints", endpoints[i % endpoints.Length]]),
            "--variable", string.Create(CultureInfo.InvariantCulture, $"serverPort={_port}"),
            "--variable", $"servers={servers}",
            "--variable", string.Create(CultureInfo.InvariantCulture, $"senders={senders}"),
            "--variable", $"senderOptions=--output {Samples} --max-lateness 1m",
            .. options,
        ];
        (int exitCode, string output) = await Dotnet.TryAsync(_folder.Path, command[0], command[1..]);
        if (!File.Exists(result))
        {
            Assert.NotEqual(0, exitCode);
            return (exitCode, default, output);
        }

        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(result, TestContext.Current.CancellationToken));
        return (exitCode, document.RootElement.GetProperty("jobResults").GetProperty("jobs").Clone(), output);
    }

    /// <summary>Frames that the server of a host has acknowledged over TCP; 0 before it runs.</summary>
    /// <remarks>A host may have a network of its own, so a program in there asks: curl(1).</remarks>
    /// <param name="host">Number of the host, from 0.</param>
    public async Task<long> FramesAsync(int host)
    {
        (string address, string[] prefix) = _hosts[host];
        string[] command = [.. prefix, "curl", "--silent", "--fail", "--max-time", "10", $"{Url(address, _port)}/stats"];
        (int exitCode, string output) = await Dotnet.TryAsync(_folder.Path, command[0], command[1..]);
        if (exitCode != 0)
        {
            return 0;
        }

        using var stats = JsonDocument.Parse(output);
        return stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("frames").GetInt64();
    }

    /// <summary>Ends the agent of a host without a word, and its jobs with it.</summary>
    /// <param name="host">Number of the host, from 0.</param>
    public Task LoseAsync(int host) => KillAsync(_agents[host]);

    public async ValueTask DisposeAsync()
    {
        foreach (Process agent in _agents)
        {
            using (agent)
            {
                await KillAsync(agent);
            }
        }

        _folder.Dispose();
    }

    private static async Task KillAsync(Process agent)
    {
        if (!agent.HasExited)
        {
            // Jobs are its children, and end with it.
            agent.Kill(entireProcessTree: true);
            using var limit = new CancellationTokenSource(s_stopLimit);
            await agent.WaitForExitAsync(limit.Token);
        }
    }

    private static async Task<CrankFleet> StartAsync(CrankTool tool, (string Address, string[] Prefix)[] hosts)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "looks in /proc whether an agent listens");
        var fleet = new CrankFleet(tool, hosts);
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
            limit.CancelAfter(s_startLimit);
            foreach (Process agent in fleet._agents)
            {
                while (!await fleet.ListensAsync(agent, limit.Token))
                {
                    Assert.False(agent.HasExited, "crank's agent ended by itself");
                    await Task.Delay(100, limit.Token);
                }
            }

            return fleet;
        }
        catch
        {
            await fleet.DisposeAsync();
            throw;
        }
    }

    private static string Url(string address, int port) => string.Create(CultureInfo.InvariantCulture, $"http://{address}:{port}");

    /// <summary>Whether an agent listens, in its own network namespace: proc_pid_net(5).</summary>
    private async Task<bool> ListensAsync(Process agent, CancellationToken cancellationToken)
    {
        string entry = string.Create(CultureInfo.InvariantCulture, $":{_agentPort:X4} ");
        foreach (string table in (string[])["tcp", "tcp6"])
        {
            string path = string.Create(CultureInfo.InvariantCulture, $"/proc/{agent.Id}/net/{table}");
            if (File.Exists(path) && (await File.ReadAllLinesAsync(path, cancellationToken)).Any(line =>
                line.Contains(entry, StringComparison.Ordinal) && line.Contains(" 0A ", StringComparison.Ordinal)))
            {
                return true;
            }
        }

        return false;
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
