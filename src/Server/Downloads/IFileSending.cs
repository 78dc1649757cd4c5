using System.Net.Sockets;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Downloads;

/// <summary>One way of sending a file, or a part of it, over a blocking socket; belongs to one connection.</summary>
internal interface IFileSending : IDisposable
{
    /// <summary>Sends a head and bytes of an open file.</summary>
    /// <param name="socket">The connected socket, whose SendTimeout is the longest wait without progress.</param>
    /// <param name="file">The file, open for reading.</param>
    /// <param name="head">What comes before the file.</param>
    /// <param name="offset">Offset of the first byte of the file.</param>
    /// <param name="count">Number of bytes of the file; 0 for the head alone.</param>
    /// <returns>True when pages of the file itself were handed to the kernel, which may change before they have left.</returns>
    /// <exception cref="IOException">The file ended early, or cannot be read.</exception>
    /// <exception cref="SocketException">The connection was lost, or the client no longer reads.</exception>
    bool Send(Socket socket, SafeFileHandle file, ReadOnlySpan<byte> head, long offset, long count);
}
