using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

/// <summary>Which processors there are, as the kernel tells: lists, this thread's mask, and the threads of one core.</summary>
public sealed class ProcessorTests : IDisposable
{
    private readonly DirectoryInfo _sysfs = Directory.CreateTempSubdirectory(PayloadFolder.Prefix);

    [Theory]
    [InlineData("0", new[] { 0 })]
    [InlineData("0-3,8\n", new[] { 0, 1, 2, 3, 8 })]
    [InlineData("4-4", new[] { 4 })]
    public void TryParse_List_IsEveryNumber(string text, int[] processors)
    {
        Assert.True(ProcessorList.TryParse(text, out IReadOnlyList<int> found));
        Assert.Equal(processors, found);
    }

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("3-1")]
    [InlineData("1-2-3")]
    [InlineData("-1")]
    [InlineData("0-99999999")]
    public void TryParse_Nonsense_IsFalse(string text) => Assert.False(ProcessorList.TryParse(text, out _));

    [Theory]
    [InlineData("", new int[0])]
    [InlineData("4-7", new[] { 4, 5, 6, 7 })]
    [InlineData("0,2-3,9", new[] { 0, 2, 3, 9 })]
    public void Text_Numbers_AreAList(string text, int[] processors) => Assert.Equal(text, ProcessorList.Text(processors));

    [Fact]
    public void Allowed_Here_IsWhatTheKernelListsForThisThread()
    {
        const string Field = "Cpus_allowed_list:";
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the mask is listed in /proc, which needs Linux");
        string line = File.ReadLines("/proc/thread-self/status").First(line => line.StartsWith(Field, StringComparison.Ordinal));
        Assert.Equal(line[Field.Length..].Trim(), ProcessorList.Text(ProcessorMask.Allowed()));
    }

    /// <summary>A process may end while it is placed, and whoever uses it finds out.</summary>
    [Fact]
    public void Place_ProcessThatIsNoMore_DoesNothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() || OperatingSystem.IsWindows(), "placing needs Linux or Windows");
        ProcessorPin.Place(int.MaxValue, cpu: null);
    }

    [Theory]
    [InlineData(0, "0,2\n", new[] { 2 })]
    [InlineData(2, "0,2\n", new[] { 0 })]
    [InlineData(5, "4-7\n", new[] { 4, 6, 7 })]
    [InlineData(1, "1\n", new int[0])]
    public void Siblings_Listed_AreTheOtherThreadsOfTheCore(int processor, string list, int[] siblings)
    {
        WriteSiblings(processor, list);
        Assert.Equal(siblings, Siblings.Of(processor));
    }

    [Fact]
    public void Siblings_NotListed_AreUnknown()
    {
        WriteSiblings(0, "no list");
        Assert.Null(Siblings.Of(0));
        Assert.Null(Siblings.Of(1));
    }

    private SmtSiblings Siblings => new(new SystemFiles(_sysfs.FullName));

    public void Dispose() => _sysfs.Delete(recursive: true);

    private void WriteSiblings(int processor, string list)
    {
        DirectoryInfo topology = _sysfs.CreateSubdirectory($"sys/devices/system/cpu/cpu{processor}/topology");
        File.WriteAllText(Path.Combine(topology.FullName, "thread_siblings_list"), list);
    }
}
