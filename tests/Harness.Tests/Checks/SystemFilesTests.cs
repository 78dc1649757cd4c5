using FileTransfer.Harness.Checks;
using Xunit;

namespace FileTransfer.Harness.Tests.Checks;

public sealed class SystemFilesTests : IDisposable
{
    private readonly TemporaryFolder _root = new();

    [Fact]
    public void Matching_Star_NamesEveryFileInOrder()
    {
        Write("sys/cpu/cpu1/state", "b");
        Write("sys/cpu/cpu0/state", "a");
        Write("sys/cpu/cpufreq/other", "c");

        Assert.Equal(["/sys/cpu/cpu0/state", "/sys/cpu/cpu1/state"], Files.Matching("/sys/cpu/cpu*/state"));
        Assert.Empty(Files.Matching("/sys/none/*/state"));
    }

    [Fact]
    public void Capture_FileThatChanges_KeepsItsTextOfThatMoment()
    {
        Write("proc/count", "1");
        SystemFiles captured = Files.Capture(["/proc/*"]);
        Write("proc/count", "2");
        Write("proc/other", "3");

        Assert.Equal(("1", null), (captured.Text("/proc/count"), captured.Text("/proc/other")));
        Assert.Equal(["/proc/count"], captured.Matching("/proc/*"));
        Assert.Equal(("1", "3"), (Files.With(captured).Text("/proc/count"), Files.With(captured).Text("/proc/other")));
    }

    [Theory]
    [InlineData("VmSwap", 12.0)]
    [InlineData("nr_throttled", 3.0)]
    [InlineData("Vm", null)]
    public void Number_BehindAName_IsFound(string name, double? number)
    {
        Write("proc/status", "Name:\tdotnet\nVmSwap:\t      12 kB\nnr_throttled 3");

        Assert.Equal(number, Files.Number("/proc/status", name));
    }

    [Fact]
    public void Text_MissingFile_IsNull() => Assert.Null(Files.Text("/proc/missing"));

    public void Dispose() => _root.Dispose();

    private SystemFiles Files => new(_root.Path);

    private void Write(string path, string text)
    {
        string file = _root.File(path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, $"{text}\n");
    }
}
