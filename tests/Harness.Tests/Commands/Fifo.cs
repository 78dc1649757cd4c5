using System.Runtime.InteropServices;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>mkfifo(3).</summary>
internal static partial class Fifo
{
    private const uint OwnerReadsAndWrites = 0x180;

    /// <summary>Makes a FIFO and returns its path.</summary>
    public static string Make(string path)
    {
        Assert.Equal(0, Invoke(path, OwnerReadsAndWrites));
        return path;
    }

    [LibraryImport("libc", EntryPoint = "mkfifo", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Invoke(string path, uint mode);
}
