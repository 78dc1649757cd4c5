using System.Runtime.InteropServices;

namespace FileTransfer.Sending;

/// <summary>Memory to and from which the kernel copies fast: pinned, and beginning 64 bytes into a page.</summary>
/// <remarks>
/// <para>
/// The kernel copies between user memory and its own with "rep movsb". On processors of AMD with fast short REP MOVSB (fsrm in
/// /proc/cpuinfo) such a copy is eight times slower when its destination lies 1 to 15 bytes further into its page than its source
/// into its own; docs/findings.md has the figures. Arrays of .NET begin wherever the heap has room, at any multiple of 8.
/// </para>
/// <para>
/// What the kernel copies from or to mostly begins with a page: files in the page cache, the first bytes of a send, of a pipe.
/// Some begin behind a header of 8 bytes. 64 bytes into a page the buffer is clear of both, before and behind a header, and begins
/// with a cache line.
/// </para>
/// </remarks>
internal sealed class KernelBuffer
{
    /// <summary>Bytes from the beginning of a page to the beginning of the buffer.</summary>
    internal const int Offset = 64;

    /// <summary>
    /// Name of the setting of <see cref="AppContext"/> by which an experiment has all buffers begin elsewhere in their pages.
    /// </summary>
    internal const string OffsetSetting = "FileTransfer.BufferOffset";

    private const int Page = 4096;

    /// <param name="length">Length in bytes.</param>
    /// <param name="offset">Bytes from the beginning of a page to the beginning of the buffer; null for the usual ones.</param>
    public KernelBuffer(int length, int? offset = null)
    {
        int begin = offset ?? (AppContext.GetData(OffsetSetting) is int set ? set : Offset);
        // Pinned, so that its address does not change, and no call has to pin it.
        Array = GC.AllocateUninitializedArray<byte>(length + Page, pinned: true);
        Start = (int)((begin - Marshal.UnsafeAddrOfPinnedArrayElement(Array, 0)) & (Page - 1));
        Length = length;
    }

    /// <summary>The array of which the buffer is a part.</summary>
    public byte[] Array { get; }

    /// <summary>Index of the buffer's first byte in the array.</summary>
    public int Start { get; }

    /// <summary>Length in bytes.</summary>
    public int Length { get; }

    /// <summary>The bytes.</summary>
    public Span<byte> Span => Array.AsSpan(Start, Length);

    /// <summary>The bytes.</summary>
    public Memory<byte> Memory => Array.AsMemory(Start, Length);
}
