using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>A pipe as two bare descriptors, for splice(2) to carry pages through; owns both. Linux.</summary>
internal sealed class NativePipe : IDisposable
{
    private const int None = -1;

    private NativePipe(int readEnd, int writeEnd, int size)
    {
        ReadEnd = readEnd;
        WriteEnd = writeEnd;
        Size = size;
    }

    /// <summary>Where bytes come out.</summary>
    public int ReadEnd { get; private set; }

    /// <summary>Where bytes go in.</summary>
    public int WriteEnd { get; private set; }

    /// <summary>How many bytes it holds.</summary>
    public int Size { get; }

    /// <summary>
    /// Makes a pipe that holds <paramref name="size"/> bytes, or fewer where the kernel refuses: without CAP_SYS_RESOURCE
    /// none may hold more than /proc/sys/fs/pipe-max-size, nor all of a user's together more than
    /// /proc/sys/fs/pipe-user-pages-soft (pipe(7)).
    /// </summary>
    /// <exception cref="TransferException">No pipe can be made at all.</exception>
    public static unsafe NativePipe Create(int size)
    {
        int* ends = stackalloc int[2];
        if (Pipe2.Invoke(ends, Pipe2.CloseOnExec) < 0)
        {
            throw new TransferException(
                TransferErrorKind.ConnectFailed,
                $"cannot make a pipe: {Marshal.GetLastPInvokeErrorMessage()}; the process must have descriptors left (ulimit -n)");
        }

        int got = Fcntl.Invoke(ends[1], Fcntl.SetPipeSize, size);
        return new NativePipe(ends[0], ends[1], got >= 0 ? got : Fcntl.Invoke(ends[1], Fcntl.GetPipeSize, 0));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (ReadEnd != None)
        {
            Close.Invoke(ReadEnd);
            Close.Invoke(WriteEnd);
            ReadEnd = WriteEnd = None;
        }
    }
}
