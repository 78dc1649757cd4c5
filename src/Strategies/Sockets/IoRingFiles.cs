using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The two registered files of an io_uring(7): slots that requests name instead of descriptors.</summary>
/// <param name="ring">Descriptor of the ring, which its owner closes.</param>
internal readonly unsafe struct IoRingFiles(int ring)
{
    private const int None = -1;

    /// <summary>Registers two empty slots.</summary>
    /// <exception cref="TransferException">The kernel refuses.</exception>
    public void Register()
    {
        int* files = stackalloc int[] { None, None };
        if (IoUringRegister.Invoke(ring, IoUringRegister.Files, files, 2) < 0)
        {
            throw IoUringRefusal.ForFiles(Marshal.GetLastPInvokeError());
        }
    }

    /// <summary>Fills a slot.</summary>
    /// <exception cref="TransferException">The kernel refuses.</exception>
    public void Fill(uint slot, SafeHandle file)
    {
        bool isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            Update(slot, (int)file.DangerousGetHandle());
        }
        finally
        {
            if (isHeld)
            {
                file.DangerousRelease();
            }
        }
    }

    /// <summary>Empties a slot.</summary>
    /// <exception cref="TransferException">The kernel refuses.</exception>
    public void Empty(uint slot) => Update(slot, None);

    private void Update(uint slot, int descriptor)
    {
        var update = new IoUringRegister.FileUpdate { Slot = slot, Descriptors = &descriptor };
        if (IoUringRegister.Invoke(ring, IoUringRegister.FilesUpdate, &update, 1) < 0)
        {
            throw IoUringRefusal.ForFiles(Marshal.GetLastPInvokeError());
        }
    }
}
