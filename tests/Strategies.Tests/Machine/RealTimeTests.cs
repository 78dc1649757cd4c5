using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Tests.Machine;

/// <summary>The policy by which the kernel runs a thread: the 41st field of proc_pid_stat(5).</summary>
public sealed class RealTimeTests
{
    private const int FirstAfterName = 3;
    private const int PolicyField = 41;
    private const int Normal = 0;
    private const int Fifo = 1;

    [Fact]
    public void EnterAndLeave_ChangeThePolicyOfThisThreadAlone()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the policy is read from /proc");
        bool entered = false;
        (int Within, int Afterwards) policies = default;
        var thread = new Thread(() =>
        {
            entered = RealTime.Enter();
            int within = Policy();
            RealTime.Leave();
            policies = (within, Policy());
        });
        thread.Start();
        Assert.True(thread.Join(TimeSpan.FromSeconds(10)));
        Assert.Equal((entered ? Fifo : Normal, Normal), policies);
        Assert.Equal(Normal, Policy());
    }

    private static int Policy()
    {
        string line = File.ReadAllText("/proc/thread-self/stat");
        string[] fields = line[(line.LastIndexOf(')') + 2)..].Split(' ');
        return int.Parse(fields[PolicyField - FirstAfterName], CultureInfo.InvariantCulture);
    }
}
