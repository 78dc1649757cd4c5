using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>A file that this process keeps in memory: mapped and locked, by mlock(2). Linux.</summary>
internal sealed partial class LockedFile : IDisposable
{
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;

    public LockedFile(string path, int length)
    {
        _file = MemoryMappedFile.CreateFromFile(path, FileMode.Open, mapName: null, 0, MemoryMappedFileAccess.Read);
        _view = _file.CreateViewAccessor(0, length, MemoryMappedFileAccess.Read);
        Assert.Equal(0, Lock(_view.SafeMemoryMappedViewHandle, (nuint)length));
    }

    public void Dispose()
    {
        _view.Dispose();
        _file.Dispose();
    }

    [LibraryImport("libc", EntryPoint = "mlock", SetLastError = true)]
    private static partial int Lock(SafeMemoryMappedViewHandle address, nuint length);
}
