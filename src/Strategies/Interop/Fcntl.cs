using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>fcntl(2), for commands that take an integer.</summary>
internal static partial class Fcntl
{
    /// <summary>F_SETFL: replaces the status flags, of which O_NONBLOCK is one.</summary>
    internal const int SetStatusFlags = 4;

    /// <summary>F_SETPIPE_SZ: asks for a pipe that holds this many bytes; returns how many it got.</summary>
    internal const int SetPipeSize = 1031;

    /// <summary>F_GETPIPE_SZ: how many bytes a pipe holds.</summary>
    internal const int GetPipeSize = 1032;

    /// <summary>Changes or asks for something of a descriptor; −1 with errno when refused.</summary>
    /// <remarks>Variadic in C; on Linux the third argument is passed like any other.</remarks>
    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Invoke(int descriptor, int command, int argument);

    /// <summary>The same for a descriptor that is owned by a handle.</summary>
    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Invoke(SafeHandle descriptor, int command, int argument);
}
