using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Storing;

/// <summary>The storer for each way in which frames can be stored. A new way is one more line here.</summary>
internal static class FrameStorers
{
    private const int Kilobyte = 1 << 10;

    /// <summary>Makes the storer of a connection.</summary>
    /// <exception cref="Sinks.RefusedFrameException">There is no such way here.</exception>
    public static FileStorer Of(StoringRequest request)
    {
        StoringWay? way = StoringWay.OfFrames.FirstOrDefault(candidate => candidate.Name == request.Way);
        return way switch
        {
            _ when way == StoringWay.FileStream4K => new FileStreamStorer(4 * Kilobyte),
            _ when way == StoringWay.FileStream64K => new FileStreamStorer(64 * Kilobyte),
            _ when way == StoringWay.FileStream1M => new FileStreamStorer(Kilobyte * Kilobyte),
            _ when way == StoringWay.RandomAccess => new RandomAccessStorer(),
            _ when way == StoringWay.PipeReader => new PipeReaderStorer(),
            _ when way == StoringWay.IoUring => new IoUringStorer(),
            null => throw StoringRefusal.Because("asked for a way of keeping files that there is not"),
            _ when !OperatingSystem.IsLinux() || !Environment.Is64BitProcess =>
                throw StoringRefusal.Because($"asked for '{way.Name}', which makes system calls of 64-bit Linux"),
            _ when way == StoringWay.Splice => new SpliceStorer(),
            _ when way == StoringWay.Mapped => new MappedStorer(),
            _ when way == StoringWay.Direct => new DirectStorer(),
            _ => throw StoringRefusal.Because($"asked for '{way.Name}', which this server does not do"),
        };
    }
}
