using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Variants;

/// <summary>
/// Evicts the payload from the page cache before each transfer and proves that no page of it is left; afterwards checks that the transfer
/// read it from the disk.
/// </summary>
/// <remarks>
/// The proof is cachestat(2) directly before the clock starts, and the kernel's count of bytes that this process read from disks
/// (proc_pid_io(5)) between that and the next transfer. The disk's own cache, and that of a hypervisor, are not evicted.
/// </remarks>
/// <param name="staysCold">True when no page may be in the page cache after the transfer either (O_DIRECT).</param>
/// <param name="readsHere">True when this process reads the file, false when a server beside it does.</param>
/// <param name="meanwhile">For tests: called between eviction and proof.</param>
internal sealed class ColdCache(bool staysCold, bool readsHere, Action<string>? meanwhile = null) : ICondition
{
    /// <summary>Most evictions for one transfer, a millisecond apart. Pages that a socket lends are back after a few.</summary>
    internal const int MostEvictions = 200;

    private string? _checked;
    private Payload? _made;
    private long? _readBefore;
    private long _transfers;
    private long _repeated;
    private long? _read = 0;

    /// <inheritdoc/>
    public void Make(Payload payload)
    {
        ThrowUnlessKept();
        if (!ReferenceEquals(_checked, payload.Path))
        {
            if (FileMedium.WhyNeverCold(payload.Path, payload.Length) is { } reason)
            {
                throw new TransferException(TransferErrorKind.Unsupported, reason);
            }

            _checked = payload.Path;
        }

        for (int i = 1; Evict(payload) is > 0 and long left; i++)
        {
            if (i == MostEvictions)
            {
                throw StillThere(payload, left);
            }

            _repeated++;
            LentPages.TakeBack();
            Thread.Sleep(1);
        }

        _made = payload;
        _readBefore = readsHere ? DiskReads.OfThisProcess() : null;
    }

    /// <inheritdoc/>
    public void ThrowUnlessKept()
    {
        if (_made is not { } payload)
        {
            return;
        }

        _made = null;
        _transfers++;
        long? read = _readBefore is null ? null : DiskReads.OfThisProcess() - _readBefore;
        _read += read;
        if (read < payload.Length)
        {
            throw new TransferException(
                TransferErrorKind.Mismatch,
                $"a transfer of {payload.Length} bytes read {read} bytes from the disk: something else read {payload.Path} into the page "
                + "cache meanwhile, or the strategy remembers it; stop what reads the file, or name another: --file FILE");
        }

        if (staysCold && Look(payload) is not 0 and var pages)
        {
            throw new TransferException(
                TransferErrorKind.Mismatch,
                $"{pages} pages of {payload.Path} are in the page cache after a transfer that was to read past it (O_DIRECT): "
                + "its file system reads through the cache all the same, or something else reads the file; choose --cache cold");
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => _transfers == 0
        ? []
        :
        [
            new Observation(Observation.RepeatedEvictions, (double)_repeated / _transfers, ""),
            .. _read is { } read
                ? [new Observation(Observation.DiskBytes, Math.Round(read / 1e6 / _transfers, 3), "MB")]
                : Array.Empty<Observation>(),
        ];

    /// <summary>Evicts the file; the number of pages that are left in the page cache.</summary>
    private long Evict(Payload payload)
    {
        using var file = new NativeFile(isKept: false);
        int descriptor = file.BeginTransfer(payload);
        PageCache.Drop(descriptor);
        meanwhile?.Invoke(payload.Path);
        return Pages(descriptor, payload);
    }

    private static long Look(Payload payload)
    {
        using var file = new NativeFile(isKept: false);
        return Pages(file.BeginTransfer(payload), payload);
    }

    private static long Pages(int descriptor, Payload payload) =>
        PageCache.CachedPages(descriptor, payload.Length) ?? throw new TransferException(
            TransferErrorKind.Unsupported,
            $"this system does not tell how much of {payload.Path} is in the page cache, so that nobody can know whether it is cold: that "
            + "needs Linux, and a file that this user owns or may write to");

    private static TransferException StillThere(Payload payload, long pages)
    {
        long bytes = Math.Min(pages * Environment.SystemPageSize, payload.Length);
        return new TransferException(
            TransferErrorKind.Unsupported,
            string.Create(
                CultureInfo.InvariantCulture,
                $"{bytes} of {payload.Length} bytes of {payload.Path} stay in the page cache after {MostEvictions} evictions: ")
            + "a process maps, locks or reads the file, this strategy among them if it keeps a mapping; find it with 'fuser -v', or name a "
            + "file of which nobody knows: --file FILE");
    }
}
