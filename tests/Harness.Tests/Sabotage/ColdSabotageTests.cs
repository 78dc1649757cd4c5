using System.Diagnostics;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>Files that are not cold although the run says so; docs/internals/proof.md lists them.</summary>
public sealed class ColdSabotageTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private const int Size = 1_000_000;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [ExhaustiveFact]
    public async Task File_LockedByAnotherProcess_FailsTheCaseWithoutASample()
    {
        using var folder = new TemporaryFolder();
        string path = ColdFile(folder);
        using var locked = new LockedFile(path, Size);
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--cache", "cold", "--strategies", "send-file,direct-read", "--affinity", "none", "--file", path,
            "--output", folder.File("runs"));

        Assert.True(exitCode == 1, output + errors);
        RunResult run = ResultsFile.Load(Assert.Single(Directory.GetDirectories(folder.File("runs"))));
        Measurement[] failed = [.. run.Measurements.Where(measurement => measurement.Strategy != "null")];
        Assert.Equal(2, failed.Length);
        Assert.All(failed, measurement =>
        {
            Assert.Equal(Outcome.Failed, measurement.Outcome);
            Assert.Empty(measurement.Launches);
            Assert.Contains(
                $"{Size} of {Size} bytes of {path} stay in the page cache after 200 evictions: a process maps, locks or reads the file",
                measurement.Reason,
                StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task File_ReadByAnotherProcessMeanwhile_IsNoSample()
    {
        const string Fork = "/usr/bin/setsid";
        Assert.SkipUnless(File.Exists("/proc/self/io") && File.Exists(Fork), $"needs /proc/self/io and {Fork}");
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(folder, SendFile.Descriptor);
        var conditioned = (IConditionedStrategy)session.Strategy;
        TransferException? caught = null;
        // Another test of this process may read a disk during a transfer, and so much; it does not do so in every one.
        for (int i = 0; i < 20 && caught is null; i++)
        {
            conditioned.BeforeTransfer(session.Payload);
            // Not as a child of this process, to which the kernel would add what it read: proc_pid_io(5).
            using (Process reader = Process.Start(
                new ProcessStartInfo(Fork, ["--fork", "cat", session.Payload.Path]) { RedirectStandardOutput = true })!)
            {
                await reader.StandardOutput.BaseStream.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken);
                await reader.WaitForExitAsync(TestContext.Current.CancellationToken);
            }

            ((ISyncTransferStrategy)session.Strategy).Transfer(session.Payload);
            caught = Record.Exception(((ITunedStrategy)session.Strategy).ThrowUnlessInForce) as TransferException;
        }

        Assert.NotNull(caught);
        Assert.Equal(TransferErrorKind.Mismatch, caught.Kind);
        Assert.Matches($"a transfer of {Size} bytes read [0-9]+ bytes from the disk: something else read", caught.Message);
    }

    [Fact]
    public async Task Strategy_RemembersTheFile_IsCaught()
    {
        Assert.SkipUnless(File.Exists("/proc/self/io"), "needs /proc/self/io");
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(folder, RememberingStrategy.Descriptor);
        TransferException caught = Assert.Throws<TransferException>(() => session.WarmUp(TimeSpan.Zero, minimum: 20));
        Assert.Contains("or the strategy remembers it", caught.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Strategy_ReadsThroughThePageCacheAndSaysItDoesNot_IsCaught()
    {
        using var folder = new TemporaryFolder();
        await using TransferSession session = await PrepareAsync(
            folder,
            SendFile.Descriptor with { ReadsDirectly = true },
            CacheMode.Direct);
        TransferException caught = Assert.Throws<TransferException>(() => session.WarmUp(TimeSpan.Zero, minimum: 2));
        Assert.Contains("are in the page cache after a transfer that was to read past it", caught.Message, StringComparison.Ordinal);
    }

    /// <summary>A file on a disk, from which it can be evicted.</summary>
    internal static string ColdFile(TemporaryFolder folder)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs posix_fadvise(2)");
        string path = folder.File("payload");
        byte[] content = new byte[Size];
        new Random(1).NextBytes(content);
        File.WriteAllBytes(path, content);
        string? reason = StrategyCache.WhyNeverCold(new Payload(path, Size));
        Assert.SkipUnless(reason is null, reason ?? "");
        return path;
    }

    private Task<TransferSession> PrepareAsync(
        TemporaryFolder folder,
        StrategyDescriptor strategy,
        CacheMode mode = CacheMode.Cold) => TransferSession.PrepareAsync(
        new SessionOptions
        {
            Strategy = StrategyCache.Under(strategy, mode),
            Payload = new Payload(ColdFile(folder), Size),
            Sender = new SenderOptions { Transport = Transport.Tcp, NoDelay = true, Affinity = CpuAffinity.None, Cache = mode },
            Server = server.Process.Control,
            Timeout = s_limit,
        },
        TestContext.Current.CancellationToken);
}
