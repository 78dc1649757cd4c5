using System.Diagnostics;
using System.Runtime.InteropServices;
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
    /// <exception cref="TransferException">Nobody accepts a sender there within <paramref name="longest"/>.</exception>
    public static (SafeFileHandle Frames, SafeFileHandle Acknowledgements) Open(FifoEndPoint endpoint, TimeSpan longest, CancellationToken cancellationToken)
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

            // It was an earlier sender's, who left while this one opened it.
            if (!limit.Wait())
            {
                throw Unreachable(endpoint.Path, Errno.TryAgain);
            }
        }
    }

    /// <summary>Opens a file; null, with errno, when that fails.</summary>
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
                // Two senders that come at the same moment open the same pipe; their bytes would be mixed.
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
    /// Waits until the receiver has taken the name of the pipe for acknowledgements away: what is sent before could be
    /// taken for the beginning of the next sender's bytes. False when it has closed its end, because it gave an earlier sender up.
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

        // It closes before it takes the name away.
        return IsRead(pipe);
    }

    private static bool IsRead(SafeFileHandle pipe)
    {
        var receiver = new Poll.Entry { Descriptor = (int)pipe.DangerousGetHandle() };
        return Poll.Invoke(ref receiver, 1, milliseconds: 0) == 0;
    }

    private static TransferException Unreachable(string path, int errno)
    {
        const string Remedy = "is the server running on this machine, as this user, and no other sender connected? It serves one after another";
        string reason = errno switch
        {
            Errno.TooManyOpenFiles or Errno.TooManyOpenFilesInSystem => ConnectionFailure.NoDescriptorLeft,
            Errno.NoReader => $"nobody reads from it; {Remedy}",
            // EWOULDBLOCK: flock(2).
            Errno.TryAgain => $"another sender has it; {Remedy}",
            _ => $"{Marshal.GetPInvokeErrorMessage(errno)}; {Remedy}",
        };
        return new TransferException(TransferErrorKind.ConnectFailed, $"cannot connect to {path}: {reason}");
    }

    /// <summary>How long a connection may be waited for.</summary>
    private readonly struct ConnectLimit(TimeSpan limit, CancellationToken cancellationToken)
    {
        private readonly long _start = Stopwatch.GetTimestamp();

        /// <summary>Lets a moment pass; false when the time is up.</summary>
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
