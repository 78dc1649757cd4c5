using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Interop;

/// <summary>epoll(7): says which of many descriptors have something to read, at a price that does not grow with their number.</summary>
internal static unsafe partial class Epoll
{
    /// <summary>EPOLL_CTL_ADD: watch a descriptor that is not watched yet.</summary>
    internal const int Add = 1;

    /// <summary>EPOLL_CTL_MOD: watch a descriptor again after <see cref="OneShot"/>.</summary>
    internal const int Again = 3;

    /// <summary>EPOLLIN: there are bytes to read, or the end of the stream.</summary>
    internal const uint In = 1;

    /// <summary>EPOLLONESHOT: tell once, then no more until <see cref="Again"/>.</summary>
    internal const uint OneShot = 1u << 30;

    private const int CloseOnExec = 0x80000;

    private static readonly int s_dataOffset = DataOffsetOn(RuntimeInformation.ProcessArchitecture);

    /// <summary>Size of one event in bytes.</summary>
    internal static int EventSize => s_dataOffset + sizeof(ulong);

    /// <summary>Where the data of struct epoll_event begin, which is packed on x86-64 alone: sys/epoll.h.</summary>
    internal static int DataOffsetOn(Architecture architecture) => architecture == Architecture.X64 ? sizeof(uint) : sizeof(ulong);

    /// <summary>Makes an epoll instance; null with errno where the kernel has none left to give.</summary>
    internal static SafeFileHandle? Create()
    {
        int descriptor = EpollCreate(CloseOnExec);
        return descriptor < 0 ? null : new SafeFileHandle(descriptor, ownsHandle: true);
    }

    /// <summary>Adds or re-arms a descriptor, with a number that its events will carry; 0, or −1 with errno.</summary>
    internal static int Control(SafeHandle epoll, int operation, SafeHandle descriptor, uint events, long number)
    {
        byte* entry = stackalloc byte[sizeof(ulong) + sizeof(ulong)];
        *(uint*)entry = events;
        BinaryPrimitives.WriteInt64LittleEndian(new Span<byte>(entry + s_dataOffset, sizeof(long)), number);
        return EpollControl(epoll, operation, descriptor, entry);
    }

    /// <summary>Waits for events; the number of events in <paramref name="events"/>, 0 after the time, or −1 with errno.</summary>
    internal static int Wait(SafeHandle epoll, Span<byte> events, int milliseconds)
    {
        fixed (byte* first = events)
        {
            return EpollWait(epoll, first, events.Length / EventSize, milliseconds);
        }
    }

    /// <summary>The number of an event that <see cref="Wait"/> found.</summary>
    internal static long NumberOf(ReadOnlySpan<byte> events, int index) =>
        BinaryPrimitives.ReadInt64LittleEndian(events[((index * EventSize) + s_dataOffset)..]);

    [LibraryImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    private static partial int EpollCreate(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static partial int EpollControl(SafeHandle epoll, int operation, SafeHandle descriptor, byte* entry);

    [LibraryImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    private static partial int EpollWait(SafeHandle epoll, byte* events, int most, int milliseconds);
}
