using System.Buffers;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>How often each buffer of a pool came back. It only counts: an exception would look like one of the client's.</summary>
internal sealed class BufferCounts
{
    private readonly Dictionary<object, int> _returns = new(ReferenceEqualityComparer.Instance);
    private int _foreign;

    public void Rented(object buffer) => _returns.Add(buffer, 0);

    public void Returned(object buffer)
    {
        if (_returns.TryGetValue(buffer, out int count))
        {
            _returns[buffer] = count + 1;
        }
        else
        {
            _foreign++;
        }
    }

    /// <summary>Rents, buffers that came back once, and those that never did, did more than once, or were not of this pool.</summary>
    public (int Rents, int Once, int Never, int MoreThanOnce, int Foreign) Read() =>
        (
            _returns.Count,
            _returns.Values.Count(count => count == 1),
            _returns.Values.Count(count => count == 0),
            _returns.Values.Count(count => count > 1),
            _foreign);
}

/// <summary>A pool of arrays, none of which is handed out twice.</summary>
internal sealed class CountingArrayPool(BufferCounts counts) : ArrayPool<byte>
{
    public override byte[] Rent(int minimumLength)
    {
        byte[] array = new byte[minimumLength];
        counts.Rented(array);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false) => counts.Returned(array);
}

/// <summary>A pool of memory, none of which is handed out twice.</summary>
internal sealed class CountingMemoryPool(BufferCounts counts) : MemoryPool<byte>
{
    public override int MaxBufferSize => Array.MaxLength;

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        var owner = new Owner(counts, new byte[Math.Max(minBufferSize, 1)]);
        counts.Rented(owner);
        return owner;
    }

    protected override void Dispose(bool disposing)
    {
    }

    private sealed class Owner(BufferCounts counts, byte[] array) : IMemoryOwner<byte>
    {
        public Memory<byte> Memory => array;

        public void Dispose() => counts.Returned(this);
    }
}
