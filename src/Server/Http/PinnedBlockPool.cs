using System.Buffers;
using System.Collections.Concurrent;
using FileTransfer.Sending;
using Microsoft.AspNetCore.Connections;

namespace FileTransfer.Server.Http;

/// <summary>
/// Memory for Kestrel in blocks of 64 KiB instead of its default 4 KiB. A connection receives at most one block at a time,
/// and sixteen times as many receives make Kestrel with its default settings slow for large bodies.
/// </summary>
/// <remarks>
/// To use it in another server, register its factory (since .NET 10):
/// <c>builder.Services.AddSingleton&lt;IMemoryPoolFactory&lt;byte&gt;, PinnedBlockPool.Factory&gt;()</c>. The pool keeps as many
/// blocks as were in use at once, and frees none before it is disposed of.
/// </remarks>
internal sealed class PinnedBlockPool : MemoryPool<byte>
{
    /// <summary>Size of a block in bytes.</summary>
    public const int BlockSize = 64 << 10;

    private readonly ConcurrentQueue<Block> _free = new();
    private volatile bool _isDisposed;

    /// <inheritdoc/>
    public override int MaxBufferSize => BlockSize;

    /// <inheritdoc/>
    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(minBufferSize, BlockSize);
        if (!_free.TryDequeue(out Block? block))
        {
            return new Block(this);
        }

        block.Rented();
        return block;
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        _isDisposed = true;
        _free.Clear();
    }

    /// <summary>Makes pools of this type.</summary>
    internal sealed class Factory : IMemoryPoolFactory<byte>
    {
        /// <inheritdoc/>
        public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => new PinnedBlockPool();
    }

    private sealed class Block(PinnedBlockPool pool) : IMemoryOwner<byte>
    {
        // Pinned, so that a block in use by a waiting receive does not hinder the garbage collector.
        private readonly KernelBuffer _bytes = new(BlockSize);
        private int _isRented = 1;

        public Memory<byte> Memory => _bytes.Memory;

        public void Rented() => Volatile.Write(ref _isRented, 1);

        public void Dispose()
        {
            // A block that is returned twice would serve two connections.
            if (Interlocked.Exchange(ref _isRented, 0) == 1 && !pool._isDisposed)
            {
                pool._free.Enqueue(this);
            }
        }
    }
}
