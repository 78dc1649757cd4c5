using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Keeping;

/// <summary>The keeper for each way in which frames can be kept. A new way is one more line here.</summary>
internal static class FrameKeepers
{
    private const int Kilobyte = 1 << 10;

    /// <summary>Makes the keeper of a connection.</summary>
    /// <exception cref="Sinks.RefusedFrameException">There is no such way here.</exception>
    public static FileKeeper Of(KeepRequest request)
    {
        KeepingWay? way = KeepingWay.OfFrames.FirstOrDefault(candidate => candidate.Name == request.Way);
        return way switch
        {
            _ when way == KeepingWay.FileStream4K => new FileStreamKeeper(4 * Kilobyte),
            _ when way == KeepingWay.FileStream64K => new FileStreamKeeper(64 * Kilobyte),
            _ when way == KeepingWay.FileStream1M => new FileStreamKeeper(Kilobyte * Kilobyte),
            _ when way == KeepingWay.RandomAccess => new RandomAccessKeeper(),
            _ when way == KeepingWay.PipeReader => new PipeReaderKeeper(),
            _ when way == KeepingWay.IoUring => new IoUringKeeper(),
            null => throw KeepRefusal.Because("asked for a way of keeping files that there is not"),
            _ when !OperatingSystem.IsLinux() || !Environment.Is64BitProcess =>
                throw KeepRefusal.Because($"asked for '{way.Name}', which makes system calls of 64-bit Linux"),
            _ when way == KeepingWay.Splice => new SpliceKeeper(),
            _ when way == KeepingWay.Mapped => new MappedKeeper(),
            _ when way == KeepingWay.Direct => new DirectKeeper(),
            _ => throw KeepRefusal.Because($"asked for '{way.Name}', which this server does not do"),
        };
    }
}
