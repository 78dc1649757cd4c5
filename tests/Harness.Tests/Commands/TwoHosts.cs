using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Two network namespaces with a cable between them, as two hosts: veth(4). Needs root and iproute2.</summary>
internal sealed class TwoHosts : IDisposable
{
    /// <summary>Address of the one that receives.</summary>
    public const string ReceiverAddress = "10.199.0.1";

    /// <summary>Address of the other.</summary>
    public const string SenderAddress = "10.199.0.2";

    private const int LongestName = 15;

    private readonly string _name = string.Create(
        CultureInfo.InvariantCulture,
        $"ft{Environment.ProcessId % 100_000}{Random.Shared.Next(100)}");

    /// <summary>Lays the cable.</summary>
    public TwoHosts()
    {
        Assert.True(_name.Length + 1 <= LongestName);
        try
        {
            Ip($"netns add {Receiver}");
            Ip($"netns add {Sender}");
            Ip($"link add {Receiver} netns {Receiver} type veth peer name {Sender} netns {Sender}");
            SetUp(Receiver, ReceiverAddress);
            SetUp(Sender, SenderAddress);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    private string Receiver => _name + "r";

    private string Sender => _name + "s";

    /// <summary>The command that runs another in the receiver's namespace.</summary>
    public string[] OnReceiver => ["ip", "netns", "exec", Receiver];

    /// <summary>The command that runs another in the sender's namespace.</summary>
    public string[] OnSender => ["ip", "netns", "exec", Sender];

    /// <summary>Skips the test where namespaces cannot be made.</summary>
    public static void SkipUnlessPossible() => Assert.SkipUnless(
        OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && File.Exists("/usr/sbin/tc"), "needs root and iproute2");

    /// <summary>A token bucket at the sender's end: tc-tbf(8).</summary>
    public void Limit(string rate) => Run("tc", $"-n {Sender} qdisc add dev {Sender} root tbf rate {rate} burst 16kb latency 100ms");

    /// <summary>Largest packets of both ends, in bytes.</summary>
    public void SetMtu(int bytes)
    {
        Ip(string.Create(CultureInfo.InvariantCulture, $"-n {Receiver} link set {Receiver} mtu {bytes}"));
        Ip(string.Create(CultureInfo.InvariantCulture, $"-n {Sender} link set {Sender} mtu {bytes}"));
    }

    /// <summary>Waits until the receiver's end of the cable has carried that many bytes.</summary>
    public async Task WaitForBytesAsync(long bytes, TimeSpan limit)
    {
        var waited = Stopwatch.StartNew();
        for (long received; (received = ReceivedBytes()) < bytes;)
        {
            Assert.True(waited.Elapsed < limit, $"{received} of {bytes} bytes came within {limit}");
            await Task.Delay(100, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Nothing passes any more, and nobody is told.</summary>
    public void Cut() => Ip($"-n {Sender} link set {Sender} down");

    /// <inheritdoc/>
    public void Dispose()
    {
        // The cable goes with its ends.
        _ = Start("ip", $"netns del {Receiver}");
        _ = Start("ip", $"netns del {Sender}");
    }

    private long ReceivedBytes()
    {
        using var links = JsonDocument.Parse(Ip($"-n {Receiver} -statistics -json link show dev {Receiver}"));
        return links.RootElement[0].GetProperty("stats64").GetProperty("rx").GetProperty("bytes").GetInt64();
    }

    private static string Ip(string arguments) => Run("ip", arguments);

    private static string Run(string program, string arguments)
    {
        (int exitCode, string output, string errors) = Start(program, arguments);
        Assert.True(exitCode == 0, $"{program} {arguments}: {errors}");
        return output;
    }

    private static (int ExitCode, string Output, string Errors) Start(string program, string arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output.GetAwaiter().GetResult(), errors);
    }

    private static void SetUp(string host, string address)
    {
        Ip($"-n {host} addr add {address}/24 dev {host}");
        Ip($"-n {host} link set {host} up");
        Ip($"-n {host} link set lo up");
    }
}
