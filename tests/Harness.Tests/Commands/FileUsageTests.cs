using System.Runtime.Versioning;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Files that cannot be sent end a command before anything is measured.</summary>
public sealed class FileUsageTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task Bench_EmptyFile_Exits2()
    {
        using var folder = new TemporaryFolder();
        await UsageTests.ExpectAsync("is empty", new FakeMeasurer(), "bench", "--file", folder.File("empty", 0));
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task Bench_UnreadableFile_Exits2()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "permissions of Unix");
        using var folder = new TemporaryFolder();
        // From root no file of its own can be kept, but this one can only be written, by anyone: proc_sys_vm(5).
        string file = "/proc/sys/vm/drop_caches";
        if (!OperatingSystem.IsLinux())
        {
            file = folder.File("secret", 10);
            File.SetUnixFileMode(file, UnixFileMode.None);
        }

        await UsageTests.ExpectAsync("cannot be read", new FakeMeasurer(), "bench", "--file", file, "--output", folder.Path);
    }

    [Theory]
    [InlineData("bench")]
    [InlineData("send")]
    public async Task Run_FileIsAFifo_Exits2WithoutWaitingForAWriter(string command)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "mkfifo(3) needs Unix, and the kind of a file is known on Linux only");
        using var folder = new TemporaryFolder();
        string fifo = Fifo.Make(folder.File("fifo"));
        string link = File.CreateSymbolicLink(folder.File("link"), fifo).FullName;
        foreach (string path in (string[])[fifo, link])
        {
            // On a thread of its own, which a regression would leave waiting in open(2).
            var running = Task.Run(
                () => UsageTests.ExpectAsync($"{path} is a FIFO", new FakeMeasurer(), command, "--file", path),
                TestContext.Current.CancellationToken);
            await running.WaitAsync(s_limit, TestContext.Current.CancellationToken);
        }
    }

    [Fact]
    public async Task Bench_FileIsADevice_Exits2()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the kind of a file is known on Linux only");
        await UsageTests.ExpectAsync("/dev/zero is a character device", new FakeMeasurer(), "bench", "--file", "/dev/zero");
    }
}
