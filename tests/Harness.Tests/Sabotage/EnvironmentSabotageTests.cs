using System.Diagnostics;
using FileTransfer.Harness.Doctor;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>A machine, a build and files that are not what they are taken for; docs/internals/proof.md lists them all.</summary>
public sealed class EnvironmentSabotageTests
{
    [Fact]
    public void Payload_StaleOrSparse_IsGeneratedAgain()
    {
        // A length that nobody else asks for, in no other test run either.
        var size = new ByteSize(1_234_567 + Environment.ProcessId);
        SizedPayload payload = PayloadStore.Get(size);
        using var deletion = new Deletion(payload.Payload.Path);
        byte[] right = File.ReadAllBytes(payload.Payload.Path);
        Assert.Equal(GeneratedContent.Bytes(PayloadContent.Random, (int)size.Bytes), right);

        File.WriteAllBytes(payload.Payload.Path, [.. right.AsSpan(0, right.Length - 1), (byte)(right[^1] ^ 1)]);
        PayloadStore.Get(size);
        Assert.Equal(right, File.ReadAllBytes(payload.Payload.Path));

        using (FileStream file = File.OpenWrite(payload.Payload.Path))
        {
            file.SetLength(0);
            file.SetLength(size.Bytes);
        }

        PayloadStore.Get(size);
        Assert.Equal(right, File.ReadAllBytes(payload.Payload.Path));
    }

    [Fact]
    public async Task PageCache_Evicted_IsSeen()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/dd"), "needs Linux and dd");
        using var folder = new TemporaryFolder();
        string path = folder.File("payload", 1_000_000);
        Assert.Equal(1, PageCache.ResidentShare(path));
        // posix_fadvise(2), POSIX_FADV_DONTNEED, of the whole file, once it is on the disk.
        using Process evict = Process.Start(
            new ProcessStartInfo("/usr/bin/dd", [$"of={path}", "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"])
            {
                RedirectStandardInput = true,
            })!;
        await evict.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, evict.ExitCode);
        double? share = PageCache.ResidentShare(path);
        Assert.SkipUnless(share < 1, "a file system that is memory keeps its pages");
        Assert.InRange(share.Value, 0, 0.5);
    }

    [Theory]
    [InlineData("hpet", true)]
    [InlineData("acpi_pm", true)]
    [InlineData("tsc", false)]
    [InlineData("kvm-clock", false)]
    [InlineData(null, false)]
    public void Clock_Slow_IsTold(string? source, bool isTold) =>
        Assert.Equal(
            isTold,
            EnvironmentProbe.SlowClock(source)?.StartsWith($"the kernel reads the time from '{source}'", StringComparison.Ordinal) == true);

    [Theory]
    [InlineData(1.0, 0.99, false)]
    [InlineData(1.0, 1.02, false)]
    [InlineData(0.2, 1.0, true)]
    public void Clock_SlowerThanTheReceivers_IsCaught(double here, double there, bool isCaught) =>
        Assert.Equal(isCaught, Record.Exception(() => CostMeter.ThrowIfSlow(here, there)) is TransferException);

    [Theory]
    [InlineData("other-processes", "Limit", true)]
    [InlineData("steal", "Unfit", true)]
    [InlineData("build", "Unfit", true)]
    [InlineData("wake-up", "Limit", false)]
    [InlineData("other-processes", "Fine", false)]
    public void Disturbance_BeforeTheRun_IsTold(string check, string severity, bool isTold)
    {
        var found = new Diagnosis
        {
            Group = "any",
            Check = check,
            Severity = Enum.Parse<Severity>(severity),
            Text = "something is wrong",
            Remedy = "mend it",
        };

        Assert.Equal(isTold ? ["before the run began, something is wrong; mend it"] : [], EnvironmentProbe.Told([found]));
    }

    [Theory]
    [InlineData("0123456789ab-dirty", true)]
    [InlineData("0123456789ab", false)]
    public void Build_OfUncommittedChanges_IsTold(string commit, bool isTold) =>
        Assert.Equal(isTold, RuntimeChecks.Uncommitted(commit) is not null);

    [Fact]
    public void RuntimeSettings_DifferBetweenTheEnds_AreTold()
    {
        MachineFacts here = MachineFacts.Collect() with { RuntimeSettings = ["DOTNET_TieredPGO=0", "DOTNET_gcServer=1"] };
        Assert.Null(RuntimeChecks.DifferentSettings(here, here with { RuntimeSettings = [.. here.RuntimeSettings!] }));
        Assert.Equal(
            "the runtime is set up differently at the two ends: sender DOTNET_TieredPGO=0, "
            + "receiver none; start both with the same DOTNET_ variables",
            RuntimeChecks.DifferentSettings(here, here with { RuntimeSettings = ["DOTNET_gcServer=1"] })?.Sentence);
    }

    [Theory]
    [InlineData("one", "one", false)]
    [InlineData("one", "two", true)]
    public void Server_StartedAgainWhileRecording_IsCaught(string before, string now, bool isCaught) =>
        Assert.Equal(isCaught, Record.Exception(() => CostMeter.ThrowIfStartedAgain(before, now)) is TransferException);

    [Theory]
    [InlineData("one", "one", false)]
    [InlineData("one", "two", true)]
    [InlineData("one", null, false)]
    public void Server_StartedAgainBetweenCases_IsTold(string first, string? now, bool isTold) =>
        Assert.Equal(isTold, RunSoFar.StartedAgain(first, now) is not null);

    private sealed class Deletion(string path) : IDisposable
    {
        public void Dispose() => File.Delete(path);
    }
}
