using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>A pipe as two file descriptors, which splice(2) uses between file and socket; owns both. Linux only.</summary>
internal sealed class NativePipe : IDisposable
{
    private const int None = -1;

    private NativePipe(int readEnd, int writeEnd, int size)
    {
        ReadEnd = readEnd;
        WriteEnd = writeEnd;
        Size = size;
    }

    public int ReadEnd { get; private set; }

    public int WriteEnd { get; private set; }

    /// <summary>Capacity in bytes.</summary>
    public int Size { get; }

    /// <summary>
    /// Makes a pipe with a capacity of <paramref name="size"/> bytes, or less when the kernel refuses: without CAP_SYS_RESOURCE
    /// a pipe is limited to /proc/sys/fs/pipe-max-size, and all pipes of a user together to
    /// /proc/sys/fs/pipe-user-pages-soft (pipe(7)).
    /// </summary>
    /// <exception cref="TransferException">The pipe cannot be made.</exception>
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
