using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Doctor;

/// <summary>States that a test can make on a real machine are named; each is gone when its process ends.</summary>
public sealed class RealStateTests
{
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web) { Converters = { new SeverityConverter() } };

    /// <summary>
    /// Each in a network namespace of its own, with its loopback device up. /sys shows the devices of the namespace that mounted it.
    /// </summary>
    [Theory]
    [InlineData("congestion-control", "echo bbr > /proc/sys/net/ipv4/tcp_congestion_control", "connections use bbr")]
    [ExhaustiveInlineData("mtu", "mount -t sysfs none /sys; ip link set lo mtu 1500", "at most 1500 bytes")]
    [ExhaustiveInlineData("buffers", "echo 4096 65536 87380 > /proc/sys/net/ipv4/tcp_rmem", "87380 bytes (receiving)")]
    public async Task Doctor_NetworkNamespace_IsExaminedAndNotTheMachine(string check, string change, string text)
    {
        await SkipUnlessAsync("unshare", "-n", "-m", "ip", "link", "set", "lo", "up");

        Diagnosis found = await DiagnoseAsync(check, "unshare", "-n", "-m", "sh", "-c", $"ip link set lo up; {change}; exec \"$@\"", "sh");

        Assert.Equal((Severity.Limit, true), (found.Severity, found.Text.Contains(text, StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("affinity", "taskset -c 0", Severities.Limit, "share processor 0")]
    [ExhaustiveInlineData("locked-memory", "sh -c 'ulimit -l 64; exec \"$@\"' sh", Severities.Limit, "may lock 65536 bytes")]
    [InlineData("settings", "env DOTNET_TieredPGO=0", Severities.Note, "DOTNET_TieredPGO=0")]
    [ExhaustiveInlineData("garbage-collector", "env DOTNET_gcServer=1", Severities.Note, "server")]
    [ExhaustiveInlineData("diagnostics", "strace -f -o /dev/null", Severities.Unfit, "traces this one")]
    public async Task Doctor_ProcessStartedSo_IsNamed(string check, string launcher, string severity, string text)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs Linux");
        await SkipUnlessAsync("sh", "-c", $"command -v {launcher.Split(' ')[0]}");
        if (check == "affinity")
        {
            await SkipUnlessAsync("taskset", "-c", "0", "true");
        }

        Diagnosis found = await DiagnoseAsync(check, "sh", "-c", $"exec {launcher} \"$@\"", "sh");

        Assert.True(severity == found.Severity.ToString(), $"{found.Severity}: {found.Text}");
        Assert.Contains(text, found.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Doctor_BusyLoopOfAnother_IsNamed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs /proc");
        await SkipUnlessAsync("setsid", "true");
        // Its parent ends at once, so that it is nobody's descendant here; it ends by itself.
        string[] loops = [.. Enumerable.Range(0, Environment.ProcessorCount).Select(_ => "(timeout 20 sh -c 'while :; do :; done' &)")];
        using Process starter = Process.Start(new ProcessStartInfo("setsid", ["sh", "-c", string.Join("; ", loops)]))!;
        await starter.WaitForExitAsync(TestContext.Current.CancellationToken);

        Diagnosis found = await DiagnoseAsync("other-processes");

        Assert.True(found.Severity is Severity.Limit or Severity.Unfit, found.Text);
    }

    [Fact]
    public async Task Doctor_ControlGroupWithAQuota_IsNamed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs control groups");
        string group = string.Create(CultureInfo.InvariantCulture, $"filetransfer-test-{Environment.ProcessId}");
        string first = $"/sys/fs/cgroup/cpu/{group}";
        string second = $"/sys/fs/cgroup/{group}";
        (string folder, string limit) = Directory.Exists("/sys/fs/cgroup/cpu")
            ? (first, $"echo 100000 > {first}/cpu.cfs_period_us && echo 100000 > {first}/cpu.cfs_quota_us")
            : (second, $"echo '100000 100000' > {second}/cpu.max");
        Assert.SkipUnless(Environment.ProcessorCount > 1, "needs two processors");
        await SkipUnlessAsync("sh", "-c", $"mkdir {folder} && {limit}");
        try
        {
            Diagnosis found = await DiagnoseAsync("cpu-quota", "sh", "-c", $"echo $$ > {folder}/cgroup.procs && exec \"$@\"", "sh");

            Assert.True(found.Severity is Severity.Limit or Severity.Unfit, found.Text);
        }
        finally
        {
            await SucceedsAsync("rmdir", folder);
        }
    }

    [Fact]
    public async Task Doctor_SparseFile_IsNamed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs statx(2)");
        using var folder = new TemporaryFolder();
        string holes = folder.File("holes");
        await using (FileStream file = File.Create(holes))
        {
            file.SetLength(1 << 20);
        }

        (_, string output, _) = await HarnessProcess.RunAsync("doctor", "--json", "--file", holes);

        Assert.Equal(Severity.Limit, Find(output, "sparse").Severity);
    }

    private static async Task<Diagnosis> DiagnoseAsync(string check, params string[] launcher)
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(launcher, "doctor", "--json");
        Assert.True(output.StartsWith('['), $"exit code {exitCode}: {output}{errors}");
        return Find(output, check);
    }

    private static Diagnosis Find(string json, string check) =>
        JsonSerializer.Deserialize<Diagnosis[]>(json, s_options)!.Single(one => one.Check == check);

    private static async Task SkipUnlessAsync(params string[] command) =>
        Assert.SkipUnless(OperatingSystem.IsLinux() && await SucceedsAsync(command), $"'{string.Join(' ', command)}' fails here");

    private static async Task<bool> SucceedsAsync(params string[] command)
    {
        try
        {
            using Process process = Process.Start(new ProcessStartInfo(command[0], command[1..])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            await process.WaitForExitAsync(TestContext.Current.CancellationToken);
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    /// <summary>Names of severities, which attributes can hold.</summary>
    private static class Severities
    {
        public const string Note = nameof(Severity.Note);
        public const string Limit = nameof(Severity.Limit);
        public const string Unfit = nameof(Severity.Unfit);
    }
}
