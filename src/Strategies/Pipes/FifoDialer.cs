using System.Diagnostics;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Pipes;

/// <summary>Opens a pair of named pipes from the sender's side, and waits until the receiver has accepted it. Linux.</summary>
internal static class FifoDialer
{
    private static readonly TimeSpan s_retryInterval = TimeSpan.FromMilliseconds(1);

    /// <summary>Opens both pipes, waiting for the receiver to be free; the caller owns them.</summary>
    /// <exception cref="TransferException">No receiver accepts this sender within <paramref name="longest"/>.</exception>
    public static (SafeFileHandle Frames, SafeFileHandle Acknowledgements) Open(
        FifoEndPoint endpoint,
        TimeSpan longest,
        CancellationToken cancellationToken)
    {
        var limit = new ConnectLimit(longest, cancellationToken);
        while (true)
        {
            SafeFileHandle pipe = OpenPipe(endpoint, limit);
            SafeFileHandle? acknowledgements = null;
            bool isAccepted = false;
            try
            {
                string path = endpoint.AcknowledgementPath(pipe);
                acknowledgements = OpenFor(path, Interop.Open.ReadOnlyCloseOnExec | Interop.Open.NonBlocking);
                if (acknowledgements is null && Marshal.GetLastPInvokeError() is not Errno.NoSuchFile and int errno)
                {
                    throw Unreachable(path, errno);
                }

                isAccepted = acknowledgements is not null && IsAccepted(pipe, path, limit);
                if (isAccepted)
                {
                    return (pipe, acknowledgements!);
                }
            }
            finally
            {
                if (!isAccepted)
                {
                    acknowledgements?.Dispose();
                    pipe.Dispose();
                }
            }

            // The pipe belonged to an earlier sender, which left while this one was opening it.
            if (!limit.Wait())
            {
                throw Unreachable(endpoint.Path, Errno.TryAgain);
            }
        }
    }

    /// <summary>Opens a file; null when that fails, with errno set.</summary>
    internal static SafeFileHandle? OpenFor(string path, int flags)
    {
        int descriptor = Interop.Open.Invoke(path, flags);
        return descriptor < 0 ? null : new SafeFileHandle(descriptor, ownsHandle: true);
    }

    private static SafeFileHandle OpenPipe(FifoEndPoint endpoint, ConnectLimit limit)
    {
        while (true)
        {
            int errno;
            SafeFileHandle? pipe = OpenFor(endpoint.Path, Interop.Open.WriteOnlyCloseOnExec | Interop.Open.NonBlocking);
            if (pipe is null)
            {
                errno = Marshal.GetLastPInvokeError();
                if (errno is not (Errno.NoReader or Errno.Interrupted))
                {
                    throw Unreachable(endpoint.Path, errno);
                }
            }
            else
            {
                // Two senders that connect at the same moment open the same pipe. Without the lock their bytes would be mixed.
                if (Flock.Invoke(pipe, Flock.ExclusiveNow) == 0 && Fcntl.Invoke(pipe, Fcntl.SetStatusFlags, 0) == 0)
                {
                    return pipe;
                }

                errno = Marshal.GetLastPInvokeError();
                pipe.Dispose();
            }

            if (!limit.Wait())
            {
                throw Unreachable(endpoint.Path, errno);
            }
        }
    }

    /// <summary>
    /// Waits until the receiver has deleted the name of the acknowledgement pipe: bytes sent earlier could be read as the
    /// beginning of the next sender's. False when the receiver has closed its end, because it gave up an earlier sender.
    /// </summary>
    private static bool IsAccepted(SafeFileHandle pipe, string acknowledgementPath, ConnectLimit limit)
    {
        while (File.Exists(acknowledgementPath) && IsRead(pipe))
        {
            if (!limit.Wait())
            {
                throw Unreachable(acknowledgementPath, Errno.TryAgain);
            }
        }

        // A receiver that gives up a sender closes its end before it deletes the name.
        return IsRead(pipe);
    }

    private static bool IsRead(SafeFileHandle pipe)
    {
        var receiver = new Poll.Entry { Descriptor = (int)pipe.DangerousGetHandle() };
        return Poll.Invoke(ref receiver, 1, milliseconds: 0) == 0;
    }

    private static TransferException Unreachable(string path, int errno)
    {
        const string Remedy =
            "is the server running on this machine, as this user, with no other sender connected? It serves one sender at a time";
        string reason = errno switch
        {
            Errno.TooManyOpenFiles or Errno.TooManyOpenFilesInSystem => ConnectionFailure.NoDescriptorLeft,
            Errno.NoReader => $"no process reads from it; {Remedy}",
            // EWOULDBLOCK: flock(2).
            Errno.TryAgain => $"another sender uses it; {Remedy}",
            _ => $"{Marshal.GetPInvokeErrorMessage(errno)}; {Remedy}",
        };
        return new TransferException(TransferErrorKind.ConnectFailed, $"cannot connect to {path}: {reason}");
    }

    /// <summary>Limits the wait for a connection.</summary>
    private readonly struct ConnectLimit(TimeSpan limit, CancellationToken cancellationToken)
    {
        private readonly long _start = Stopwatch.GetTimestamp();

        /// <summary>Sleeps for a moment; false when the limit is reached.</summary>
        public bool Wait()
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (Stopwatch.GetElapsedTime(_start) >= limit)
            {
                return false;
            }

            Thread.Sleep(s_retryInterval);
            return true;
        }
    }
}
