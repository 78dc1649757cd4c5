using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

public sealed class ProcessorTimeTests : IDisposable
{
    private const int Harness = 100;
    private const int Server = 101;
    private const int Sender = 102;
    private const int Init = 1;
    private const int Other = 200;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory(PayloadFolder.Prefix);
    private int _moments;

    /// <summary>The harness waits for its senders, whose time then becomes its own.</summary>
    [Fact]
    public void ShareOfOthers_HarnessAndItsDescendants_AreNotOthers() => Assert.Equal(
        0,
        Share(
            Moment(busy: 1_000, idle: 1_000, (Harness, Init, 10, 0), (Server, Harness, 20, 0), (Sender, Harness, 50, 0)),
            Moment(busy: 1_090, idle: 1_010, (Harness, Init, 20, 90), (Server, Harness, 60, 0))));

    [Fact]
    public void ShareOfOthers_AnotherProcess_IsItsShare() => Assert.Equal(
        0.5,
        Share(
            Moment(busy: 1_000, idle: 1_000, (Harness, Init, 10, 0), (Other, Init, 10, 0)),
            Moment(busy: 1_060, idle: 1_040, (Harness, Init, 20, 0), (Other, Init, 60, 0))));

    /// <summary>Processes too short to be met at either moment are in the machine's time all the same.</summary>
    [Fact]
    public void ShareOfOthers_ManyShortProcesses_IsTheirShare() => Assert.Equal(
        0.8,
        Share(Moment(busy: 0, idle: 0, (Harness, Init, 0, 0)), Moment(busy: 80, idle: 20, (Harness, Init, 0, 0))),
        1e-9);

    [Fact]
    public void BusiestOther_SeveralProcesses_IsTheOneThatUsedMostSince()
    {
        ProcessorTime before = Look(Moment(busy: 0, idle: 0, (Harness, Init, 0, 0), (Other, Init, 900, 0), (7, Init, 0, 0)))!;
        ProcessorTime after = Look(Moment(busy: 0, idle: 0, (Harness, Init, 99, 0), (Other, Init, 905, 0), (7, Init, 50, 0)))!;

        Assert.Equal((7, "a (name) 7"), after.BusiestOther(before));
        Assert.Null(after.BusiestOther(after));
    }

    [Fact]
    public void Of_NoProc_IsUnknown() => Assert.Null(Look(Path.Combine(_folder.FullName, "none")));

    [Fact]
    public void Of_ProcessesThatEndMeanwhile_AreLeftOut()
    {
        string moment = Moment(busy: 1_000, idle: 1_000, (Harness, Init, 10, 0));
        Directory.CreateDirectory(Path.Combine(moment, "proc", "300"));
        Directory.CreateDirectory(Path.Combine(moment, "proc", "301"));
        File.WriteAllText(Path.Combine(moment, "proc", "301", "stat"), "");

        ProcessorTime time = Look(moment)!;

        Assert.Equal((2_000, 1_000, 10, 2), (time.All, time.Busy, time.Own, time.Processors));
        Assert.Empty(time.Others);
    }

    [Fact]
    public void Of_ThisMachine_FindsThisProcess()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs /proc");
        ProcessorTime time = ProcessorTime.Of(SystemFiles.OfThisMachine, Environment.ProcessId)!;

        Assert.InRange(time.Own, 1, time.Busy);
        Assert.InRange(time.Busy, 1, time.All);
        Assert.True(time.Processors >= 1);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static double Share(string before, string after) => Look(after)!.ShareOfOthers(Look(before)!);

    private static ProcessorTime? Look(string moment) => ProcessorTime.Of(new SystemFiles(moment), Harness);

    /// <summary>
    /// A folder with a /proc, with processes: their id, their parent, their own ticks and those of children they waited for.
    /// </summary>
    private string Moment(int busy, int idle, params (int Id, int Parent, int Own, int Children)[] processes)
    {
        string moment = Path.Combine(_folder.FullName, (++_moments).ToString(CultureInfo.InvariantCulture));
        string proc = Directory.CreateDirectory(Path.Combine(moment, "proc")).FullName;
        string ticks = string.Create(CultureInfo.InvariantCulture, $"{busy} 0 0 {idle} 0 0 0 0 {busy} 0");
        File.WriteAllText(Path.Combine(proc, "stat"), $"cpu  {ticks}\ncpu0 {ticks}\ncpu1 {ticks}\nctxt 1\n");
        foreach ((int id, int parent, int own, int children) in processes)
        {
            string folder = Directory.CreateDirectory(Path.Combine(proc, id.ToString(CultureInfo.InvariantCulture))).FullName;
            File.WriteAllText(
                Path.Combine(folder, "stat"),
                string.Create(CultureInfo.InvariantCulture, $"{id} (a (name) {id}) S {parent} 0 0 0 0 0 0 0 0 0 {own} 0 {children} 0 20"));
        }

        return moment;
    }
}
