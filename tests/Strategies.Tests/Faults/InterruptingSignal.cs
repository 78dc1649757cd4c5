using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>A signal that interrupts system calls with EINTR, which those that the runtime handles do not.</summary>
/// <remarks>Its handler is a function of libc that does nothing. Linux.</remarks>
internal static partial class InterruptingSignal
{
    /// <summary>SIGUSR1, which the runtime leaves alone.</summary>
    private const int Number = 10;

    /// <summary>A thread that is interrupted all the time gets little done where others want its processor too.</summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(2);

    private static readonly Lock s_lock = new();

    /// <summary>Threads within a transfer: once one has ended, its number may be anybody's.</summary>
    private static readonly HashSet<nint> s_transferring = [];

    private static readonly Lazy<bool> s_installed = new(() =>
    {
        nint nothing = NativeLibrary.GetExport(NativeLibrary.Load("libc.so.6"), "getppid");
        return Handle(Number, nothing) != -1 && Interrupt(Number, 1) == 0;
    });

    /// <summary>Transfers on a thread of its own, which is named to <see cref="Send"/> by <paramref name="sender"/>.</summary>
    public static async Task<Delivery> TransferAsync(ITransferStrategy strategy, Payload payload, TaskCompletionSource<nint> sender)
    {
        Task<Delivery> transfer = Task.Factory.StartNew(
            () =>
            {
                nint thread = CurrentThread();
                lock (s_lock)
                {
                    s_transferring.Add(thread);
                }

                try
                {
                    sender.SetResult(thread);
                    return ((ISyncTransferStrategy)strategy).Transfer(payload);
                }
                finally
                {
                    lock (s_lock)
                    {
                        s_transferring.Remove(thread);
                    }
                }
            },
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        return await transfer.WaitAsync(s_limit, TestContext.Current.CancellationToken);
    }

    /// <summary>Interrupts a thread; returns false when its transfer is over.</summary>
    public static bool Send(nint thread)
    {
        lock (s_lock)
        {
            return s_transferring.Contains(thread) && Kill(thread, Number) == 0;
        }
    }

    private static nint CurrentThread()
    {
        Assert.True(s_installed.Value, "the signal cannot be handled");
        return Self();
    }

    [LibraryImport("libc", EntryPoint = "signal", SetLastError = true)]
    private static partial nint Handle(int signal, nint handler);

    [LibraryImport("libc", EntryPoint = "siginterrupt", SetLastError = true)]
    private static partial int Interrupt(int signal, int interrupts);

    [LibraryImport("libc", EntryPoint = "pthread_self")]
    private static partial nint Self();

    [LibraryImport("libc", EntryPoint = "pthread_kill")]
    private static partial int Kill(nint thread, int signal);
}
