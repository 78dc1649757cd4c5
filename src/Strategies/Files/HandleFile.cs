using FileTransfer.Strategies.Contracts;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Files;

/// <summary>The payload as a SafeFileHandle, opened for each transfer or kept open between them; owns the handle.</summary>
/// <remarks>The managed counterpart of <see cref="NativeFile"/>, on every platform. A kept handle allocates nothing per transfer.</remarks>
internal sealed class HandleFile(bool isKept) : IDisposable
{
    private SafeFileHandle? _handle;
    private string? _path;

    /// <summary>Opens the payload, unless it is still open, and checks that its length has not changed.</summary>
    /// <returns>The handle, valid until <see cref="EndTransfer"/>.</returns>
    /// <exception cref="TransferException">It cannot be opened, or its length has changed.</exception>
    public SafeFileHandle BeginTransfer(Payload payload)
    {
        if (_handle is { } kept && ReferenceEquals(_path, payload.Path))
        {
            try
            {
                PayloadChange.ThrowIfChanged(payload, kept);
                return kept;
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        Dispose();
        _handle = PayloadFile.OpenHandle(payload);
        _path = payload.Path;
        return _handle;
    }

    /// <summary>Ends the transfer, successful or not: closes the file unless it is kept.</summary>
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
        _handle?.Dispose();
        _handle = null;
        _path = null;
    }
}
