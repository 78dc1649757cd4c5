using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Contracts;

/// <summary>A pair of named pipes, fifo(7): frames go into one, acknowledgements come back on the other.</summary>
/// <remarks>
/// The receiver puts a new pair in the place of one that a sender has. So the name of the second carries the inode number
/// of the first, and whoever has opened the first finds the second that belongs to it, or none. That none is there any more
/// is also how the receiver says that it has accepted a sender.
/// </remarks>
/// <param name="path">Path of the pipe that takes frames.</param>
public sealed class FifoEndPoint(string path) : EndPoint
{
    /// <summary>Path of the pipe that takes frames.</summary>
    public string Path { get; } = path;

    /// <summary>No socket at all.</summary>
    public override AddressFamily AddressFamily => AddressFamily.Unspecified;

    /// <summary>Path of the pipe on which acknowledgements come back: that of the other, its inode number, and "ack", with dots between.</summary>
    /// <param name="frames">The pipe that takes frames, opened at either end, or without one.</param>
    /// <exception cref="IOException">The pipe cannot be asked for its number.</exception>
    public string AcknowledgementPath(SafeHandle frames) =>
        Statx.Invoke(frames, "", Statx.Itself, Statx.Number, out Statx.Status status) == 0
            ? string.Create(CultureInfo.InvariantCulture, $"{Path}.{status.Inode}.ack")
            : throw new IOException($"{Path}: {Marshal.GetLastPInvokeErrorMessage()}");

    /// <inheritdoc/>
    public override string ToString() => Path;
}
