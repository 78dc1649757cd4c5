using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Files;

/// <summary>The payload mapped into memory, for each transfer or kept while path and length stay the same; owns file and mapping.</summary>
/// <remarks>
/// A file that is cut short while it is mapped sends SIGBUS to a program that touches what is gone, and .NET cannot
/// catch it. So nothing here or in its users ever reads the mapping: only the kernel does, on behalf of a send, and a
/// send answers EFAULT instead (<see cref="Torn"/>), after a short count for what was still there. What remains is a
/// file cut short within its last page, whose rest reads as zeros: <see cref="ThrowIfChanged"/> after the last send
/// finds that out, and no such transfer counts as a delivery. Nothing is copied aside. Linux.
/// </remarks>
internal sealed class MappedFile(bool isKept) : IDisposable
{
    /// <summary>
    /// Not MMap.Populate: it walks every page before the first byte is sent, while the receiver has nothing to do;
    /// faults during the send bring in 16 pages each (fault_around_bytes, 64 KiB) and run beside the receiver. A kept
    /// mapping has all its pages after the first transfer either way. Nor madvise(2): read-ahead is of no use to a file
    /// in the page cache, and it is one more call for a small one.
    /// </summary>
    private const int Flags = MMap.Shared;

    private readonly NativeFile _file = new(isKept);
    private nint _address;
    private long _length;
    private string? _path;

    /// <summary>Opens and maps the payload, unless it still is, and makes sure that it is as long as the frame will say.</summary>
    /// <returns>The address, valid until <see cref="EndTransfer"/> and never to be read from; 0 for an empty payload.</returns>
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

    /// <summary>Looks at the length again.</summary>
    /// <exception cref="TransferException">It has changed.</exception>
    public void ThrowIfChanged(Payload payload) => _file.ThrowIfChanged(payload);

    /// <summary>Says why the kernel could not read the mapping (EFAULT) at <paramref name="offset"/>.</summary>
    public TransferException Torn(Payload payload, long offset)
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
            $"{payload.Path} could not be read from byte {offset} on, where it is mapped: it was cut short for a moment, or its disk fails; measure a file that nothing writes to");
    }

    /// <summary>The transfer is over, however it ended: unmaps and closes the file unless it is kept.</summary>
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
        ? new TransferException(TransferErrorKind.Unsupported, $"the file system of {payload.Path} does not map files into memory; choose a file on another one, or another strategy")
        : new TransferException(
            TransferErrorKind.PayloadUnreadable,
            $"{payload.Path} cannot be mapped: {Marshal.GetPInvokeErrorMessage(errno)}; the process must have address space and mappings left (ulimit -v, vm.max_map_count)");
}
