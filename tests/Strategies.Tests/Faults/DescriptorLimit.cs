using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>Leaves this process only so many descriptors to open, until disposed: setrlimit(2), RLIMIT_NOFILE. Linux.</summary>
internal sealed partial class DescriptorLimit : IDisposable
{
    private const int NoFile = 7;

    private static readonly TimeSpan s_steadyFor = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan s_longestWait = TimeSpan.FromSeconds(20);

    private readonly Limits _before;

    private DescriptorLimit(Limits before) => _before = before;

    /// <summary>Leaves <paramref name="left"/> descriptors, once nobody opens or closes any.</summary>
    /// <remarks>Receivers of this process accept and close what earlier tests left them, and would take the last ones.</remarks>
    public static DescriptorLimit Leaving(int left)
    {
        WaitUntilSteady();
        Assert.Equal(0, GetLimits(NoFile, out Limits before));
        // A new descriptor gets the lowest free number, and none may reach the limit. Only opening some tells which
        // numbers are free: a blocking accept(2) has one set aside that is not open yet.
        int[] free = new int[left];
        for (int i = 0; i < left; i++)
        {
            free[i] = Duplicate(0);
            Assert.True(free[i] >= 0);
        }

        Array.ForEach(free, descriptor => Assert.Equal(0, Close(descriptor)));
        // Never below the three of every process: poll(2) takes no more descriptors at a time than the limit.
        int limit = left == 0 ? 3 : free[^1] + 1;
        Assert.Equal(0, SetLimits(NoFile, before with { Soft = (nuint)limit }));
        return new DescriptorLimit(before);
    }

    public void Dispose() => Assert.Equal(0, SetLimits(NoFile, _before));

    private static void WaitUntilSteady()
    {
        long end = Environment.TickCount64 + (long)s_longestWait.TotalMilliseconds;
        var before = OpenDescriptors.Now();
        do
        {
            Thread.Sleep(s_steadyFor);
            var now = OpenDescriptors.Now();
            if (now.IsSameAs(before))
            {
                return;
            }

            before = now;
        }
        while (Environment.TickCount64 < end);
    }

    [LibraryImport("libc", EntryPoint = "dup")]
    private static partial int Duplicate(int descriptor);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "getrlimit")]
    private static partial int GetLimits(int resource, out Limits limits);

    [LibraryImport("libc", EntryPoint = "setrlimit")]
    private static partial int SetLimits(int resource, in Limits limits);

    /// <summary>struct rlimit.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Limits(nuint Soft, nuint Hard);
}
