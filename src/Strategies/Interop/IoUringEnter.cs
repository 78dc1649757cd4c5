using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>io_uring_enter(2), by its number: libc has no function for it.</summary>
internal static unsafe partial class IoUringEnter
{
    /// <summary>426 on every architecture .NET supports: asm-generic/unistd.h.</summary>
    private const long Number = 426;

    /// <summary>IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG: wait, with a limit.</summary>
    private const uint Wait = 1 << 0 | 1 << 3;

    /// <summary>Submits requests and waits for completions, at most as long as <paramref name="argument"/> says.</summary>
    /// <returns>
    /// The number submitted, and then nothing is known about the wait; or −1 with errno: ETIME when the limit was reached.
    /// </returns>
    internal static int Invoke(int ring, uint submit, uint wait, Argument* argument) =>
        (int)Call(Number, ring, submit, wait, Wait, argument, (nuint)sizeof(Argument));

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint Call(long number, nint ring, nuint submit, nuint wait, nuint flags, Argument* argument, nuint size);

    /// <summary>struct io_uring_getevents_arg, without a signal mask.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Argument
    {
        internal ulong SignalMask;
        internal uint SignalMaskSize;
        internal uint Reserved;
        internal TimeSpecification* Limit;
    }

    /// <summary>struct __kernel_timespec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct TimeSpecification
    {
        internal long Seconds;
        internal long Nanoseconds;
    }
}
