using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Links;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Links;

/// <summary>Finds what a simulated link of a test has made: its process, and its network namespaces.</summary>
/// <param name="seed">Seed of the link, by which its process is found: no two tests use the same.</param>
internal sealed class SimulatedLink(long seed)
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    /// <summary>Value of --link; the machine may be as busy as it likes.</summary>
    public string Spec(string rest) => $"{rest},late=10s,by=forwarder,seed={seed}";

    /// <summary>Skips the test where the link cannot be made.</summary>
    public static void SkipUnlessPossible()
    {
        TwoHosts.SkipUnlessPossible();
        Assert.SkipUnless(File.Exists("/dev/net/tun") && File.Exists("/usr/bin/nsenter"), "needs TUN devices and util-linux");
    }

    /// <summary>Waits until the process of the link is there, and returns its id.</summary>
    public async Task<int> FindProcessAsync(HarnessProcess harness)
    {
        int? found = null;
        await UntilAsync(() => (found = Processes().Cast<int?>().FirstOrDefault()) is not null, harness);
        return found!.Value;
    }

    /// <summary>The network namespaces of the link's process besides its own.</summary>
    public static string[] NamespacesOf(int process) =>
    [
        .. Tasks(process).Select(Namespace).OfType<string>().Distinct().Where(name => name != Namespace($"/proc/{process}")),
    ];

    /// <summary>Waits until the server at the other end has received so many TCP segments.</summary>
    public static async Task WaitForTrafficAsync(HarnessProcess harness, long segments)
    {
        await UntilAsync(
            () => LinuxProcess.DescendantsOf(harness.Id)
                .Where(process => process.IsServer)
                .Any(server => SystemFiles.OfThisMachine.Number($"/proc/{server.Id}/net/snmp", "Tcp", "InSegs") > segments),
            harness);
    }

    /// <summary>Waits until the link's process has ended and no process or thread is in its namespaces.</summary>
    public async Task AssertGoneAsync(IReadOnlyList<string> namespaces)
    {
        await UntilAsync(() => !Processes().Any(), harness: null);
        await UntilAsync(
            () => !Directory.GetDirectories("/proc")
                .Where(folder => int.TryParse(Path.GetFileName(folder), out _))
                .SelectMany(folder => Tasks(int.Parse(Path.GetFileName(folder), System.Globalization.CultureInfo.InvariantCulture)))
                .Any(task => namespaces.Contains(Namespace(task))),
            harness: null);
    }

    private static async Task UntilAsync(Func<bool> isSo, HarnessProcess? harness)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(s_limit);
        while (!isSo())
        {
            Assert.True(harness?.IsRunning ?? true, $"ended too early:\n{harness?.Output}\n{harness?.Errors}");
            await Task.Delay(20, limit.Token);
        }
    }

    private IEnumerable<int> Processes() => Directory.GetDirectories("/proc")
        .Select(folder => int.TryParse(Path.GetFileName(folder), out int id) ? id : 0)
        .Where(id => id > 0 && string.Join('\n', Lines($"/proc/{id}/cmdline")) is var line
            && line.Contains($"\0{LinkProgram.Command}\0", StringComparison.Ordinal)
            && line.Contains($"seed={seed},", StringComparison.Ordinal));

    private static string[] Tasks(int process)
    {
        try
        {
            return Directory.GetDirectories($"/proc/{process}/task");
        }
        catch (IOException)
        {
            return [];
        }
    }

    private static string? Namespace(string task)
    {
        try
        {
            return new FileInfo($"{task}/ns/net").LinkTarget;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string[] Lines(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
