using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using Xunit.v3;

[assembly: TimedTests]
[assembly: AssemblyFixture(typeof(TestCosts))]

namespace FileTransfer.Tests;

/// <summary>
/// Leaves what the tests of an assembly took in artifacts/test-costs: a line for each test, and one for the processor time of all.
/// </summary>
public sealed partial class TestCosts : IDisposable
{
    /// <summary>The first word of the line that has the processor time.</summary>
    private const string ProcessorTime = "processor";

    private const int RUsageChildren = -1;

    internal static ConcurrentQueue<(TimeSpan Took, string Name)> Tests { get; } = [];

    /// <summary>Writes the file; whoever runs the tests shows it.</summary>
    public void Dispose()
    {
        // artifacts/bin/<project>/<configuration>
        string folder = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", "..", "test-costs"));
        Directory.CreateDirectory(folder);
        string assembly = Assembly.GetExecutingAssembly().GetName().Name!;
        double children = ChildrensTime().TotalSeconds;
        double all = Environment.CpuUsage.TotalTime.TotalSeconds + children;
        string said = string.Create(CultureInfo.InvariantCulture, $"{all:0} s, of which the processes it started {children:0} s");
        File.WriteAllLines(
            Path.Combine(folder, $"{assembly}.tsv"),
            Tests.OrderByDescending(test => test.Took)
                .Select(test => string.Create(CultureInfo.InvariantCulture, $"{test.Took.TotalSeconds:0.000}\t{test.Name}"))
                .Prepend($"{ProcessorTime}\t{assembly}: {said}"));
    }

    /// <summary>Of the processes that the tests started and that have ended, and of theirs.</summary>
    private static TimeSpan ChildrensTime()
    {
        if (!OperatingSystem.IsLinux())
        {
            return TimeSpan.Zero;
        }

        // Two times of a second and a microsecond each; what follows them is of no use here.
        long[] usage = new long[18];
        return GetRUsage(RUsageChildren, usage) == 0
            ? TimeSpan.FromSeconds(usage[0] + usage[2]) + TimeSpan.FromMicroseconds(usage[1] + usage[3])
            : TimeSpan.Zero;
    }

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int GetRUsage(int who, [Out] long[] usage);
}

/// <summary>Takes the time of every test.</summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class TimedTestsAttribute : BeforeAfterTestAttribute
{
    private static readonly ConcurrentDictionary<string, long> s_started = [];

    public override void Before(MethodInfo methodUnderTest, IXunitTest test) => s_started[test.UniqueID] = Stopwatch.GetTimestamp();

    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (s_started.TryRemove(test.UniqueID, out long started))
        {
            TestCosts.Tests.Enqueue((Stopwatch.GetElapsedTime(started), test.TestDisplayName));
        }
    }
}
