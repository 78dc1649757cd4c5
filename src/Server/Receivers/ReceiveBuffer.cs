using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>What has come of a stream of frames and was not taken yet, in memory that is lent for a while.</summary>
/// <remarks>Between two loans it keeps less than a header: whoever waits has taken everything else.</remarks>
internal sealed class ReceiveBuffer
{
    private readonly byte[] _kept = new byte[FrameHeader.Size];
    private Memory<byte> _memory;
    private int _keptCount;
    private int _start;
    private int _end;

    /// <summary>Number of bytes that were not taken.</summary>
    public int Count => _end - _start;

    /// <summary>The bytes that were not taken.</summary>
    public ReadOnlySpan<byte> Bytes => _memory.Span[_start.._end];

    /// <summary>All of the memory; for those who receive into it by themselves, while nothing in it is left to be taken.</summary>
    public Span<byte> Memory => _memory.Span;

    /// <summary>Where more is received, behind the bytes that were not taken: these go to the front first.</summary>
    public Span<byte> Room
    {
        get
        {
            if (_start > 0)
            {
                _memory.Span[_start.._end].CopyTo(_memory.Span);
                _end -= _start;
                _start = 0;
            }

            return _memory.Span[_end..];
        }
    }

    /// <summary>Begins a loan: what was kept comes first.</summary>
    /// <param name="memory">Longer than a header, until <see cref="GiveBack"/>.</param>
    public void Borrow(Memory<byte> memory)
    {
        _memory = memory;
        _start = 0;
        _end = _keptCount;
        _kept.AsSpan(0, _keptCount).CopyTo(memory.Span);
    }

    /// <summary>Ends the loan, and keeps the bytes of a header that is not complete.</summary>
    public void GiveBack()
    {
        _keptCount = Math.Min(Count, _kept.Length);
        _memory.Span.Slice(_start, _keptCount).CopyTo(_kept);
        _memory = default;
        _start = _end = 0;
    }

    /// <summary>Notes that bytes were received into <see cref="Room"/>.</summary>
    public void Add(int count) => _end += count;

    /// <summary>Takes bytes away from the front.</summary>
    public void Take(int count)
    {
        _start += count;
        if (_start == _end)
        {
            _start = _end = 0;
        }
    }
}
