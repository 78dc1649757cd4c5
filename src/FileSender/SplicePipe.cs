using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending;

/// <summary>A pipe that holds references to a file's pages on their way into a socket: splice(2).</summary>
/// <remarks>
/// sendfile(2) does the same with a pipe of its own, of 64 KiB. One of 1 MiB needs a sixteenth of the turns, but nothing leaves before it
/// is full, so it is for what is in memory (<see cref="IsInMemory(int, long, long)"/>). Sources: splice(2), pipe(7), preadv2(2).
/// The process has <see cref="Most"/> pipes at most, which are kept: each takes two descriptors, and a sixty-fourth of what the kernel lets
/// a user without rights have in pipes. A transfer that finds none goes another way.
/// </remarks>
internal sealed class SplicePipe : IDisposable
{
    /// <summary>Capacity in bytes: the most that a process without rights may ask for, /proc/sys/fs/pipe-max-size by default.</summary>
    internal const int Capacity = 1 << 20;

    /// <summary>Pipes of a process.</summary>
    internal const int Most = 16;

    private static readonly ConcurrentQueue<SplicePipe> s_free = new();
    private static volatile bool s_cannotTell;
    private static volatile bool s_isRefused;
    private static int s_count;

    private readonly SafeFileHandle _readEnd;
    private readonly SafeFileHandle _writeEnd;

    private SplicePipe(int readEnd, int writeEnd)
    {
        _readEnd = new SafeFileHandle(readEnd, ownsHandle: true);
        _writeEnd = new SafeFileHandle(writeEnd, ownsHandle: true);
    }

    /// <summary>Bytes that are in the pipe.</summary>
    public long Count { get; private set; }

    /// <summary>
    /// Takes an empty pipe; null when all are in use, or where this process may have none of that capacity: pipe(7), pipe-user-pages-soft.
    /// </summary>
    public static SplicePipe? TryTake()
    {
        if (s_free.TryDequeue(out SplicePipe? free))
        {
            return free;
        }

        if (s_isRefused)
        {
            return null;
        }

        if (Interlocked.Increment(ref s_count) > Most)
        {
            Interlocked.Decrement(ref s_count);
            return null;
        }

        SplicePipe? made = TryCreate();
        if (made is null)
        {
            s_isRefused = true;
            Interlocked.Decrement(ref s_count);
        }

        return made;
    }

    /// <summary>Gives the pipe back; one with bytes in it is closed, since they are of no use to the next file.</summary>
    public void Return()
    {
        if (Count == 0)
        {
            s_free.Enqueue(this);
            return;
        }

        Dispose();
        Interlocked.Decrement(ref s_count);
    }

    private static unsafe SplicePipe? TryCreate()
    {
        int* ends = stackalloc int[2];
        if (Native.Pipe(ends, Native.CloseOnExec) != 0)
        {
            return null;
        }

        var pipe = new SplicePipe(ends[0], ends[1]);
        if (Native.Control(pipe._writeEnd, Native.SetPipeSize, Capacity) >= Capacity)
        {
            return pipe;
        }

        pipe.Dispose();
        return null;
    }

    /// <summary>
    /// Whether a part of a file is in memory, as its first and its last byte say. False also where that cannot be told, as on some file
    /// systems. The first is asked for first: where it is not in memory, asking begins to read it ahead, as sending would.
    /// </summary>
    public static bool IsInMemory(int file, long offset, long count) =>
        !s_cannotTell && IsInMemory(file, offset) && IsInMemory(file, offset + count - 1);

    /// <summary>Whether a byte is: preadv2(2) with RWF_NOWAIT reads it only then.</summary>
    private static unsafe bool IsInMemory(int file, long offset)
    {
        byte one;
        // struct iovec: an address and a length.
        nuint* range = stackalloc nuint[] { (nuint)(&one), 1 };
        try
        {
            return Native.Read(file, range, 1, offset, Native.NoWait) == 1;
        }
        catch (EntryPointNotFoundException)
        {
            // musl before 1.2.5.
            s_cannotTell = true;
            return false;
        }
    }

    /// <summary>Puts a part of a file into the empty pipe; its bytes, 0 at the file's end, or −1 with an error.</summary>
    public nint Fill(int file, ref long offset, nuint count)
    {
        nint moved = Native.Splice(file, ref offset, _writeEnd, 0, count, Native.Move);
        Count = Math.Max(0, moved);
        return moved;
    }

    /// <summary>Sends what is in the pipe, or some of it; the bytes that left, or −1 with an error.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="flags">SPLICE_F_MORE when more follows.</param>
    public nint Drain(SafeHandle socket, uint flags)
    {
        nint moved = Native.Splice(_readEnd, 0, socket, 0, (nuint)Count, Native.Move | flags);
        Count -= Math.Max(0, moved);
        return moved;
    }

    /// <summary>Takes the first bytes out of the pipe, which has some; their number, or −1 with an error.</summary>
    public unsafe nint Take(byte* buffer, nuint count)
    {
        nint taken = Native.ReadPipe(_readEnd, buffer, count);
        Count -= Math.Max(0, taken);
        return taken;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _readEnd.Dispose();
        _writeEnd.Dispose();
    }
}
