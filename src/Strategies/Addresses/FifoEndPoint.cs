using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Addresses;

/// <summary>A pair of named pipes, fifo(7): frames go into one, acknowledgements come back on the other.</summary>
/// <remarks>
/// When a sender has opened a pair, the receiver replaces it by a new pair under the same name. The name of the
/// acknowledgement pipe therefore contains the inode number of the frame pipe: a sender that has opened the frame pipe
/// finds the acknowledgement pipe of the same pair, or none. The receiver accepts a sender by deleting that name.
/// </remarks>
/// <param name="path">Path of the pipe that takes frames.</param>
public sealed class FifoEndPoint(string path) : EndPoint
{
    /// <summary>Path of the pipe that takes frames.</summary>
    public string Path { get; } = path;

    /// <summary>Unspecified: a named pipe is not a socket.</summary>
    public override AddressFamily AddressFamily => AddressFamily.Unspecified;

    /// <summary>Path of the acknowledgement pipe: the path of the frame pipe, its inode number and "ack", separated by dots.</summary>
    /// <param name="frames">An open handle of either end of the frame pipe.</param>
    /// <exception cref="IOException">statx(2) could not read the inode number.</exception>
    public string AcknowledgementPath(SafeHandle frames) =>
        Statx.Invoke(frames, "", Statx.Itself, Statx.Number, out Statx.Status status) == 0
            ? string.Create(CultureInfo.InvariantCulture, $"{Path}.{status.Inode}.ack")
            : throw new IOException($"{Path}: {Marshal.GetLastPInvokeErrorMessage()}");

    /// <inheritdoc/>
    public override string ToString() => Path;
}
