using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>Takes every further descriptor away from this process until disposed of: setrlimit(2), RLIMIT_NOFILE.</summary>
/// <remarks>What is open stays open. Linux, 64 bit.</remarks>
internal sealed partial class DescriptorLimit : IDisposable
{
    private const int OpenFiles = 7;

    private readonly Limit _before;

    /// <summary>Leaves room for descriptors below <paramref name="most"/> alone.</summary>
    public DescriptorLimit(int most)
    {
        Assert.Equal(0, GetLimit(OpenFiles, out _before));
        Set(_before with { Soft = (ulong)most });
    }

    public void Dispose() => Set(_before);

    private static void Set(Limit limit) => Assert.Equal(0, SetLimit(OpenFiles, limit));

    [LibraryImport("libc", EntryPoint = "getrlimit", SetLastError = true)]
    private static partial int GetLimit(int resource, out Limit limit);

    [LibraryImport("libc", EntryPoint = "setrlimit", SetLastError = true)]
    private static partial int SetLimit(int resource, in Limit limit);

    private readonly record struct Limit(ulong Soft, ulong Hard);
}
