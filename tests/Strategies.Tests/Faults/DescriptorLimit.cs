using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>Leaves this process only so many descriptors to open, until disposed: setrlimit(2), RLIMIT_NOFILE. Linux.</summary>
internal sealed partial class DescriptorLimit : IDisposable
{
    private const int NoFile = 7;

    private readonly Limits _before;

    private DescriptorLimit(Limits before) => _before = before;

    /// <summary>Leaves <paramref name="left"/> descriptors.</summary>
    public static DescriptorLimit Leaving(int left)
    {
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
