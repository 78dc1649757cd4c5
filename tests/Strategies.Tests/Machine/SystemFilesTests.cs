using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

public sealed class SystemFilesTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory(PayloadFolder.Prefix);

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

    [Theory]
    [InlineData("Tcp", "OutSegs", 12345.0)]
    [InlineData("Tcp", "RetransSegs", 67.0)]
    [InlineData("Tcp", "InSegs", null)]
    [InlineData("TcpExt", "TCPTimeouts", null)]
    public void Number_OfAGroup_IsFoundByItsName(string group, string name, double? number)
    {
        Write("proc/net/snmp", "Ip: Forwarding\nIp: 1\nTcp: RtoMin OutSegs RetransSegs\nTcp: 200 12345 67\nUdp: OutSegs\nUdp: 9");

        Assert.Equal(number, Files.Number("/proc/net/snmp", group, name));
    }

    [Fact]
    public void Text_MissingFile_IsNull() => Assert.Null(Files.Text("/proc/missing"));

    public void Dispose() => _root.Delete(recursive: true);

    private SystemFiles Files => new(_root.FullName);

    private void Write(string path, string text)
    {
        string file = Path.Join(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, $"{text}\n");
    }
}
