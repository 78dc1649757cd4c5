using System.Net;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Addresses;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>A pair of named pipes for one sender.</summary>
internal sealed partial class FakeFifo : IFakeLink
{
    private const uint OwnerOnly = 0x180;
    private const int CloseOnExec = 0x80000;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory(PayloadFolder.Prefix);
    private readonly FifoEndPoint _endpoint;
    private readonly string _acknowledgementPath;
    private FileStream? _frames;
    private FileStream? _acknowledgements;
    private volatile bool _disposing;

    public FakeFifo()
    {
        _endpoint = new FifoEndPoint(Path.Combine(_folder.FullName, "pipe"));
        Assert.Equal(0, MakeFifo(_endpoint.Path, OwnerOnly));
        using (FileStream both = OpenEnd(_endpoint.Path, FileAccess.ReadWrite))
        {
            _acknowledgementPath = _endpoint.AcknowledgementPath(both.SafeFileHandle);
        }

        Assert.Equal(0, MakeFifo(_acknowledgementPath, OwnerOnly));
    }

    public EndPoint Endpoint => _endpoint;

    public void Accept()
    {
        _frames = OpenEnd(_endpoint.Path, FileAccess.Read);
        ObjectDisposedException.ThrowIf(_disposing, this);
        _acknowledgements = OpenEnd(_acknowledgementPath, FileAccess.Write);
        ObjectDisposedException.ThrowIf(_disposing, this);
        File.Delete(_acknowledgementPath);
    }

    public int Receive(Span<byte> buffer) => _frames!.Read(buffer);

    public void Send(ReadOnlySpan<byte> bytes) => _acknowledgements!.Write(bytes);

    public void Close()
    {
        _acknowledgements?.Dispose();
        _frames?.Dispose();
    }

    public void Dispose()
    {
        _disposing = true;
        // Both ends at once never wait, and end the wait of whoever opens one: fifo(7).
        OpenEnd(_endpoint.Path, FileAccess.ReadWrite).Dispose();
        if (File.Exists(_acknowledgementPath))
        {
            OpenEnd(_acknowledgementPath, FileAccess.ReadWrite).Dispose();
        }

        _folder.Delete(recursive: true);
    }

    // Not by name: a FileStream would lock the pipe, and the sender wants to.
    private static FileStream OpenEnd(string path, FileAccess access)
    {
        int flags = access switch
        {
            FileAccess.Read => 0,
            FileAccess.Write => 1,
            _ => 2,
        };
        int descriptor = OpenFile(path, flags | CloseOnExec);
        Assert.NotEqual(-1, descriptor);
        return new FileStream(new SafeFileHandle(descriptor, ownsHandle: true), access, bufferSize: 0);
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenFile(string path, int flags);

    [LibraryImport("libc", EntryPoint = "mkfifo", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MakeFifo(string path, uint mode);
}
