using System.Runtime.InteropServices;
using FileTransfer.Sending;

namespace FileTransfer.Strategies.Tests.Sending;

/// <summary>Where buffers begin that the kernel copies to and from.</summary>
public sealed class KernelBufferTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1024)]
    [InlineData(65544)]
    [InlineData(1 << 20)]
    public void Buffer_OfAnyLength_Begins64BytesIntoAPage(int length)
    {
        // Several, because each begins elsewhere in the heap.
        KernelBuffer[] buffers = [.. Enumerable.Range(0, 20).Select(_ => new KernelBuffer(length))];
        Assert.All(buffers, buffer =>
        {
            Assert.Equal(64, Marshal.UnsafeAddrOfPinnedArrayElement(buffer.Array, buffer.Start) % 4096);
            Assert.Equal((length, length, length), (buffer.Length, buffer.Span.Length, buffer.Memory.Length));
            Assert.True(MemoryMarshal.TryGetArray<byte>(buffer.Memory, out ArraySegment<byte> segment));
            Assert.Equal((buffer.Array, buffer.Start), (segment.Array, segment.Offset));
        });
    }
}
