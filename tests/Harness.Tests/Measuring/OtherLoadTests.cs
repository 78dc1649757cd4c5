using System.Globalization;
using FileTransfer.Harness.Measuring;
using Xunit;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>Who kept the machine busy before a run, read from folders that look like /proc at two moments.</summary>
public sealed class OtherLoadTests : IDisposable
{
    private const int Harness = 100;
    private const int Server = 101;
    private const int Sender = 102;
    private const int Stranger = 200;

    private readonly TemporaryFolder _folder = new();
    private int _moments;

    public void Dispose() => _folder.Dispose();

    /// <summary>The load average, which is two, is that of the run before: nothing runs any more.</summary>
    [Fact]
    public void Between_RunRightAfterAnother_IsNoLoad()
    {
        OtherLoad load = Between(
            Moment(busy: 9_000, idle: 1_000, (Harness, 1, 5, 0), (Stranger, 1, 700, 0)),
            Moment(busy: 9_002, idle: 1_098, (Harness, 1, 6, 0), (Stranger, 1, 700, 0)));

        Assert.Equal(0.01, load.Share, 1e-9);
        Assert.Null(EnvironmentProbe.Busy(load));
    }

    [Fact]
    public void Between_OwnChildrenBusy_IsNoLoad()
    {
        OtherLoad load = Between(
            Moment(busy: 1_000, idle: 1_000, (Harness, 1, 10, 0), (Server, Harness, 20, 0), (Sender, Server, 30, 0)),
            Moment(busy: 1_090, idle: 1_010, (Harness, 1, 20, 0), (Server, Harness, 60, 0), (Sender, Server, 70, 0)));

        Assert.Equal(0, load.Share);
    }

    [Fact]
    public void Between_OwnChildEnded_CountsItsTimeAsOwn()
    {
        OtherLoad load = Between(
            Moment(busy: 1_000, idle: 1_000, (Harness, 1, 10, 5), (Sender, Harness, 30, 0)),
            Moment(busy: 1_050, idle: 1_050, (Harness, 1, 10, 85)));

        Assert.Equal(0, load.Share);
    }

    [Fact]
    public void Between_StrangerBusyBesideOwnChild_IsTheStrangersShare()
    {
        OtherLoad load = Between(
            Moment(busy: 1_000, idle: 1_000, (Harness, 1, 10, 0), (Server, Harness, 20, 0), (Stranger, 1, 0, 0)),
            Moment(busy: 1_070, idle: 1_030, (Harness, 1, 10, 0), (Server, Harness, 40, 0), (Stranger, 1, 50, 0)));

        Assert.Equal(0.5, load.Share, 1e-9);
        Assert.StartsWith(
            "other processes used 50 % of the 2 processors in the half second before the run began; ",
            EnvironmentProbe.Busy(load),
            StringComparison.Ordinal);
    }

    /// <summary>Processes too short to be met at either moment are in the machine's time all the same.</summary>
    [Fact]
    public void Between_ManyShortProcesses_IsTheirShare() =>
        Assert.Equal(
            0.8,
            Between(Moment(busy: 0, idle: 0, (Harness, 1, 0, 0)), Moment(busy: 80, idle: 20, (Harness, 1, 0, 0))).Share,
            1e-9);

    [Fact]
    public void Between_NoTimePassedOrNoProc_IsUnknown()
    {
        string moment = Moment(busy: 1_000, idle: 1_000, (Harness, 1, 10, 0));

        Assert.Null(OtherLoad.Between(Look(moment)!, Look(moment)));
        Assert.Null(OtherLoad.Between(Look(moment)!, null));
        Assert.Null(ProcessorTime.Look(Path.Combine(_folder.Path, "none"), Harness));
        Assert.Null(EnvironmentProbe.Busy(null));
    }

    [Fact]
    public void Look_ProcessesThatEndMeanwhile_AreLeftOut()
    {
        string moment = Moment(busy: 1_000, idle: 1_000, (Harness, 1, 10, 0));
        Directory.CreateDirectory(Path.Combine(moment, "300"));
        Directory.CreateDirectory(Path.Combine(moment, "301"));
        File.WriteAllText(Path.Combine(moment, "301", "stat"), "");

        Assert.Equal(new ProcessorTime(2_000, 1_000, 10, 2), Look(moment));
    }

    [Fact]
    public void Look_ThisMachine_FindsThisProcess()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs /proc");
        ProcessorTime time = ProcessorTime.Look("/proc", Environment.ProcessId)!;

        Assert.InRange(time.Own, 1, time.Busy);
        Assert.InRange(time.Busy, 1, time.All);
        Assert.True(time.Processors >= 1);
    }

    private static OtherLoad Between(string before, string after) => OtherLoad.Between(Look(before)!, Look(after))!;

    private static ProcessorTime? Look(string moment) => ProcessorTime.Look(moment, Harness);

    /// <summary>
    /// A folder like /proc, with processes: their id, their parent, their own ticks and those of children they waited for.
    /// </summary>
    private string Moment(int busy, int idle, params (int Id, int Parent, int Own, int Children)[] processes)
    {
        string moment = Path.Combine(_folder.Path, (++_moments).ToString(CultureInfo.InvariantCulture));
        Directory.CreateDirectory(moment);
        string ticks = string.Create(CultureInfo.InvariantCulture, $"{busy} 0 0 {idle} 0 0 0 0 {busy} 0");
        File.WriteAllText(Path.Combine(moment, "stat"), $"cpu  {ticks}\ncpu0 {ticks}\ncpu1 {ticks}\nctxt 1\n");
        File.WriteAllText(Path.Combine(moment, "loadavg"), "2.31 1.20 0.60 1/100 4711\n");
        foreach ((int id, int parent, int own, int children) in processes)
        {
            string folder = Directory.CreateDirectory(Path.Combine(moment, id.ToString(CultureInfo.InvariantCulture))).FullName;
            int user = own / 2;
            File.WriteAllText(
                Path.Combine(folder, "stat"),
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{id} (a (strange) name) S {parent} 1 1 0 -1 0 9 9 9 9 {user} {own - user} {children} 0 20 0 1 0 7"));
        }

        return moment;
    }
}
