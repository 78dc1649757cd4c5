using FileTransfer.Server.Receivers;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Storing;

/// <summary>
/// One way of writing what a connection brings into files, one after another. Any call may refuse the file by a
/// <see cref="Sinks.RefusedFrameException"/>.
/// </summary>
internal abstract class FileStorer : IDisposable
{
    /// <summary>Makes a new file, which must not exist; nothing else is ever written to.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="length">The bytes that are to come.</param>
    /// <param name="isPreallocated">True to reserve room for them first.</param>
    public abstract void Open(string path, long length, bool isPreallocated);

    /// <summary>Receives some bytes, as <see cref="FrameChannel.Receive"/> does, and writes them, now or later.</summary>
    /// <param name="channel">The connection.</param>
    /// <param name="buffer">Memory that may be used during the call.</param>
    /// <param name="left">Bytes of the file that have not come.</param>
    public abstract int Receive(FrameChannel channel, Span<byte> buffer, long left);

    /// <summary>All bytes have come: writes those that have not been written.</summary>
    public abstract void Finish();

    /// <summary>The open file, once <see cref="Finish"/> was called.</summary>
    public abstract SafeFileHandle Handle { get; }

    /// <summary>Closes the file, whether it is whole or not; does nothing when none is open.</summary>
    public abstract void Close();

    /// <inheritdoc/>
    public virtual void Dispose() => Close();
}
