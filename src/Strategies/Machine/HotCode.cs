using System.Diagnostics;
using System.Runtime;

namespace FileTransfer.Strategies.Machine;

/// <summary>What the runtime of a process that is measured is told, so that it optimises what is called often, and at once.</summary>
/// <remarks>
/// A sender or a server optimised 2,000 methods after thirty calls each, nearly all of what happens around transfers: exchanges with the
/// other end, files of /proc, results. That took most of the processor time of a round, went on for seconds in the background, and fell
/// on the turns of whoever worked then. Calls are counted from the start, and more of them are asked for: what a transfer does reaches
/// that within milliseconds, and becomes the same code.
/// </remarks>
internal static class HotCode
{
    /// <summary>Calls after which a method is optimised, and after which it is once more, by what was counted in it.</summary>
    public const int Calls = 0x200;

    /// <summary>Hardly a method takes longer to compile.</summary>
    private static readonly TimeSpan s_perMethod = TimeSpan.FromMilliseconds(4);

    /// <summary>The runtime's variables, and what they are set to; numbers are hexadecimal.</summary>
    public static IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>
    {
        ["DOTNET_TC_CallCountingDelayMs"] = "0",
        ["DOTNET_TC_CallCountThreshold"] = $"{Calls:X}",
    };

    /// <summary>Sets them for a process, where nobody has chosen something else.</summary>
    public static void ApplyTo(ProcessStartInfo start)
    {
        foreach ((string name, string value) in Settings)
        {
            start.Environment.TryAdd(name, value);
        }
    }

    /// <summary>Waits until no method was compiled for a while: the compiler works in the background, beside whatever comes next.</summary>
    /// <param name="longest">Longest time to wait.</param>
    public static void WaitUntilCompiled(TimeSpan longest)
    {
        long began = Stopwatch.GetTimestamp();
        for (long before = -1, now = JitInfo.GetCompiledMethodCount();
            now != before && Stopwatch.GetElapsedTime(began) < longest;
            now = JitInfo.GetCompiledMethodCount())
        {
            before = now;
            Thread.Sleep(s_perMethod);
        }
    }
}
