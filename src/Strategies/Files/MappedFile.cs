using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Files;

/// <summary>The payload mapped into memory, for each transfer or kept while path and length stay the same; owns file and mapping.</summary>
/// <remarks>
/// Reading a mapped page beyond the end of a truncated file raises SIGBUS, which .NET cannot catch. Managed code therefore
/// never reads the mapping; only the kernel does, during a send. A send from a truncated file returns a short count for the
/// pages that are left and then fails with EFAULT (<see cref="MappingUnreadable"/>). A file truncated within its last page
/// causes no error, because the rest of that page reads as zeros: <see cref="ThrowIfChanged"/> after the last send detects
/// it, so that such a transfer does not count as a delivery. The content is not copied to a buffer. Linux only.
/// </remarks>
internal sealed class MappedFile(bool isKept) : IDisposable
{
    /// <summary>
    /// No MMap.Populate: it would walk every page before the first byte is sent, while the receiver is idle. Page faults
    /// during the send bring in 16 pages each (fault_around_bytes, 64 KiB) and run in parallel with the receiver. A kept
    /// mapping has all its pages after the first transfer either way. No madvise(2): read-ahead does not help a file in the
    /// page cache, and the call would cost time for a small file.
    /// </summary>
    private const int Flags = MMap.Shared;

    private readonly NativeFile _file = new(isKept);
    private nint _address;
    private long _length;
    private string? _path;

    /// <summary>Opens and maps the payload, unless it is still mapped, and checks that its length has not changed.</summary>
    /// <returns>The address, valid until <see cref="EndTransfer"/>; managed code must not read from it. 0 for an empty payload.</returns>
    /// <exception cref="TransferException">It cannot be opened or mapped, or its length has changed.</exception>
    public nint BeginTransfer(Payload payload)
    {
        try
        {
            int file = _file.BeginTransfer(payload);
            if (!ReferenceEquals(_path, payload.Path) || _length != payload.Length)
            {
                Unmap();
                Map(payload, file);
            }

            return _address;
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Checks the length of the file again.</summary>
    /// <exception cref="TransferException">It has changed.</exception>
    public void ThrowIfChanged(Payload payload) => _file.ThrowIfChanged(payload);

    /// <summary>The exception for a send that could not read the mapping at <paramref name="offset"/> (EFAULT).</summary>
    public TransferException MappingUnreadable(Payload payload, long offset)
    {
        try
        {
            ThrowIfChanged(payload);
        }
        catch (TransferException changed)
        {
            return changed;
        }

        return new TransferException(
            TransferErrorKind.PayloadChanged,
            $"{payload.Path} could not be read through its mapping from byte {offset} on: "
            + "it was truncated for a moment, or its disk fails; measure a file that nothing writes to");
    }

    /// <summary>Ends the transfer, successful or not: unmaps and closes the file unless it is kept.</summary>
    public void EndTransfer()
    {
        if (!isKept)
        {
            Dispose();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Unmap();
        _file.Dispose();
    }

    private void Map(Payload payload, int file)
    {
        // mmap(2) refuses a length of 0.
        if (payload.Length > 0)
        {
            nint address = MMap.Invoke(0, (nuint)payload.Length, MMap.Readable, Flags, file, 0);
            if (address == MMap.Failed)
            {
                throw Unmappable(payload, Marshal.GetLastPInvokeError());
            }

            _address = address;
        }

        _length = payload.Length;
        _path = payload.Path;
    }

    private void Unmap()
    {
        if (_address != 0)
        {
            MUnmap.Invoke(_address, (nuint)_length);
            _address = 0;
        }

        _length = 0;
        _path = null;
    }

    private static TransferException Unmappable(Payload payload, int errno) => errno == Errno.NoDevice
        ? new TransferException(
            TransferErrorKind.Unsupported,
            $"the file system of {payload.Path} does not map files into memory; choose a file on another one, or another strategy")
        : new TransferException(
            TransferErrorKind.PayloadUnreadable,
            $"{payload.Path} cannot be mapped: {Marshal.GetPInvokeErrorMessage(errno)}; "
            + "the process must have address space and mappings left (ulimit -v, vm.max_map_count)");
}
