using FileTransfer.Harness.Doctor;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Doctor;

/// <summary>Checks whose state is more than a few files: trials, the other end, the payload, this process.</summary>
public sealed class CheckTests
{
    [Fact]
    public void Clock_SlowTimestamps_AreALimit()
    {
        using var machine = new PlantedMachine { Trials = new PlannedTrials { TimestampNanoseconds = 900 } };

        Finding finding = machine.Examine("clock");

        Assert.Equal((Severity.Limit, "a timestamp costs 900 ns, and a transfer needs three"), (finding.Severity, finding.Cost));
    }

    [Theory]
    [InlineData("wine 8.0", "Unfit")]
    [InlineData("qemu-aarch64", "Unfit")]
    [InlineData(null, "Fine")]
    public void Emulation_OfTheSystem_MakesItUnfit(string? imitation, string severity)
    {
        using var machine = new PlantedMachine { Sender = SampleRuns.Machine() with { Emulation = imitation } };

        Finding finding = machine.Examine("emulation");

        Assert.Equal(severity, finding.Severity.ToString());
        Assert.Contains(imitation ?? "neither wine nor qemu", finding.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "Limit", "two calls of TransmitFile")]
    [InlineData(false, "Fine", "for servers")]
    [InlineData(null, "Fine", "sendfile(2)")]
    public void TransmitFile_OfAnEditionForClients_IsALimit(bool? isForClients, string severity, string text)
    {
        using var machine = new PlantedMachine
        {
            Windows = isForClients is { } known ? new WindowsFacts(ProcessorGroups: 1, known) : null,
        };

        Finding finding = machine.Examine("transmit-file");

        Assert.Equal(severity, finding.Severity.ToString());
        Assert.Contains(text, finding.Text, StringComparison.Ordinal);
    }

    /// <summary>Elsewhere the absence of a file says that nothing is in force.</summary>
    [Theory]
    [InlineData("idle-states")]
    [InlineData("cpu-quota")]
    [InlineData("memory-limit")]
    [InlineData("process-limit")]
    [InlineData("connection-tracking")]
    [InlineData("filters")]
    [InlineData("tracing")]
    public void Check_OfFilesThatWindowsHasNot_IsUnknownThere(string check)
    {
        using var machine = new PlantedMachine { Windows = new WindowsFacts(ProcessorGroups: 1, IsForClients: false) };

        Assert.Equal(Severity.Unknown, machine.Examine(check).Severity);
    }

    [Fact]
    public void Affinity_SeveralGroupsOfProcessors_AreNamed()
    {
        using var machine = new PlantedMachine { Windows = new WindowsFacts(ProcessorGroups: 2, IsForClients: false) };

        Assert.Equal(
            (Severity.Note, "the machine has 2 groups of processors; --cpus pins within the group of this process: 0-1"),
            (machine.Examine("affinity").Severity, machine.Examine("affinity").Text));
    }

    [Theory]
    [InlineData(60, "Limit")]
    [InlineData(5, "Fine")]
    public void WakeUp_Time_IsHeldAgainstASmallFile(double microseconds, string severity)
    {
        using var machine = new PlantedMachine { Trials = new PlannedTrials { WakeUpMicroseconds = microseconds } };

        Assert.Equal(severity, machine.Examine("wake-up").Severity.ToString());
    }

    [Theory]
    [InlineData(8, "Limit")]
    [InlineData(1.1, "Fine")]
    public void Copies_ToTheWrongPlaceOfAPage_AreALimitWhereTheyAreSlow(double times, string severity)
    {
        using var machine = new PlantedMachine { Trials = new PlannedTrials { MisplacedCopyTimes = times } };

        Assert.Equal(severity, machine.Examine("copies").Severity.ToString());
    }

    [Theory]
    [InlineData(13, "Limit")]
    [InlineData(0.5, "Fine")]
    public void FirstTouch_Time_IsALimitWhereNewMemoryIsSlow(double microseconds, string severity)
    {
        using var machine = new PlantedMachine { Trials = new PlannedTrials { FirstTouchMicroseconds = microseconds } };

        Assert.Equal(severity, machine.Examine("first-touch").Severity.ToString());
    }

    [Fact]
    public void Affinity_OneProcessor_IsALimit()
    {
        using var machine = new PlantedMachine { Processors = [3] };

        Assert.Equal(Severity.Limit, machine.Examine("affinity").Severity);
    }

    [Fact]
    public void CongestionControl_BbrOverLoopback_IsALimitWithItsCost()
    {
        using var machine = new PlantedMachine { CongestionControl = "bbr", Trials = new PlannedTrials { CongestionRatio = 4.24 } };

        Finding finding = machine.Examine("congestion-control");

        Assert.Equal((Severity.Limit, "1 MiB over loopback takes 4.2 times as long as with cubic"), (finding.Severity, finding.Cost));
    }

    [Theory]
    [InlineData("cubic", true, "Fine")]
    [InlineData("bbr", false, "Fine")]
    [InlineData(null, true, "Unknown")]
    public void CongestionControl_OfTheSystem_IsJudgedByThePath(string? name, bool isLoopback, string severity)
    {
        using var machine = new PlantedMachine { CongestionControl = name, IsLoopback = isLoopback };

        Assert.Equal(severity, machine.Examine("congestion-control").Severity.ToString());
    }

    [Fact]
    public void CongestionControl_AnotherAtTheOtherEnd_IsALimit()
    {
        using var machine = new PlantedMachine
        {
            CongestionControl = "cubic",
            Receiver = SampleRuns.Machine() with { DefaultCongestionControl = "bbr" },
        };

        Assert.Contains("cubic and bbr", machine.Examine("congestion-control").Text, StringComparison.Ordinal);
    }

    [Fact]
    public void SlowStart_OverANetwork_IsALimit()
    {
        using var machine = new PlantedMachine { IsLoopback = false };

        machine.With("/proc/sys/net/ipv4/tcp_slow_start_after_idle", "1");

        Assert.Equal(Severity.Limit, machine.Examine("slow-start-after-idle").Severity);
    }

    [Fact]
    public void Queue_BbrWithoutFq_IsANote()
    {
        using var machine = new PlantedMachine { IsLoopback = false, CongestionControl = "bbr" };

        machine.With("/proc/sys/net/core/default_qdisc", "pfifo_fast");

        Assert.Equal(Severity.Note, machine.Examine("queue").Severity);
    }

    [Fact]
    public void FreeMemory_LargerFile_IsALimit()
    {
        using var folder = new TemporaryFolder();
        using var machine = new PlantedMachine { Payload = folder.File("large", 200_000) };

        machine.With("/proc/meminfo", "MemAvailable: 100 kB");

        Assert.Equal(Severity.Limit, machine.Examine("free-memory").Severity);
    }

    [Fact]
    public void Sparse_FileWithHoles_IsALimit()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs statx(2)");
        using var folder = new TemporaryFolder();
        string holes = folder.File("holes");
        using (FileStream file = File.Create(holes))
        {
            file.SetLength(1 << 20);
        }

        using var machine = new PlantedMachine { Payload = holes };
        using var full = new PlantedMachine { Payload = folder.File("full", 100_000) };

        Assert.Equal(Severity.Limit, machine.Examine("sparse").Severity);
        Assert.Equal(Severity.Fine, full.Examine("sparse").Severity);
    }

    [Fact]
    public void Resident_FileThatWasJustWritten_IsFine()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs mincore(2)");
        using var folder = new TemporaryFolder();
        using var machine = new PlantedMachine { Payload = folder.File("warm", 100_000) };
        using var none = new PlantedMachine();

        Assert.Equal(Severity.Fine, machine.Examine("resident").Severity);
        Assert.Equal(Severity.Unknown, none.Examine("resident").Severity);
    }

    [Theory]
    [InlineData("1", "Note")]
    [InlineData("0", "Fine")]
    public void Disk_KindOfIts_IsTold(string rotational, string severity)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs statx(2)");
        using var folder = new TemporaryFolder();
        string payload = folder.File("payload", 10);
        using var machine = new PlantedMachine { Payload = payload };

        machine.With($"/sys/dev/block/{FileBlocks.DeviceOf(payload)}/queue/rotational", rotational);

        Assert.Equal(severity, machine.Examine("disk").Severity.ToString());
    }

    [Fact]
    public void Settings_VariablesOfTheRuntime_AreNoted()
    {
        using var machine = new PlantedMachine { Sender = SampleRuns.Machine() with { RuntimeSettings = ["DOTNET_TieredPGO=0"] } };
        using var clean = new PlantedMachine();

        Finding finding = machine.Examine("settings");

        Assert.Equal((Severity.Note, true), (finding.Severity, finding.Text.Contains("DOTNET_TieredPGO=0", StringComparison.Ordinal)));
        Assert.Equal(Severity.Fine, clean.Examine("settings").Severity);
    }

    [Fact]
    public void Settings_OthersAtTheOtherEnd_AreALimit()
    {
        using var machine = new PlantedMachine { Receiver = SampleRuns.Machine() with { RuntimeSettings = ["DOTNET_gcServer=1"] } };

        Assert.Equal(Severity.Limit, machine.Examine("settings").Severity);
    }

    [Fact]
    public void BothEnds_AnotherRuntimeOrBuild_IsALimit()
    {
        using var machine = new PlantedMachine { Receiver = SampleRuns.Machine() with { Runtime = ".NET 9.0.1", Commit = "fedcba987654" } };
        using var same = new PlantedMachine { Receiver = SampleRuns.Machine() };

        Finding finding = machine.Examine("both-ends");

        Assert.Equal(Severity.Limit, finding.Severity);
        Assert.Contains(".NET 9.0.1", finding.Text, StringComparison.Ordinal);
        Assert.Contains("fedcba987654", finding.Text, StringComparison.Ordinal);
        Assert.Equal(Severity.Fine, same.Examine("both-ends").Severity);
    }

    [Theory]
    [InlineData("server, concurrent", "Note")]
    [InlineData("workstation, concurrent", "Fine")]
    public void GarbageCollector_OfServers_IsNoted(string collector, string severity)
    {
        using var machine = new PlantedMachine { Sender = SampleRuns.Machine() with { GarbageCollector = collector } };

        Assert.Equal(severity, machine.Examine("garbage-collector").Severity.ToString());
    }

    [Theory]
    [InlineData("0123456789ab-dirty", "Limit")]
    [InlineData("0123456789ab", "Fine")]
    public void Build_OfUncommittedChanges_IsALimit(string commit, string severity)
    {
        using var machine = new PlantedMachine { Sender = SampleRuns.Machine() with { Commit = commit } };

        Assert.Equal(severity, RuntimeChecks.Build(machine.Machine([]), typeof(object).Assembly).Severity.ToString());
    }

    [Fact]
    public void Diagnostics_Profiler_IsUnfit()
    {
        using var machine = new PlantedMachine();

        Finding finding = RuntimeChecks.Diagnostics(
            machine.Machine([]), new Dictionary<string, string> { ["CORECLR_ENABLE_PROFILING"] = "1" });

        Assert.Equal((Severity.Unfit, "unset CORECLR_ENABLE_PROFILING"), (finding.Severity, finding.Remedy));
    }
}
